/** Sizes, layers, colors and breakpoints are those of src/theme.css, and no others. */

// What is drawn is measured by its drawing: units of an SVG, of a container, or of a card or square.
const DRAWN = ['/px(?:\\s|$)/', '/\\dcq[whi]/', '/var\\(--(?:card-width|square)\\)/'];

export default {
  overrides: [
    { files: ['**/*.svelte'], customSyntax: 'postcss-html' },
    { files: ['src/theme.css'], rules: { 'color-no-hex': null } },
    // Chips, cards and dice are drawn in colors of their own.
    {
      files: ['src/criss-cross/Chip.svelte', 'src/king/{Dice,Face,PaperDice}.svelte'],
      rules: { 'color-no-hex': null },
    },
  ],
  rules: {
    'color-no-hex': true,
    'declaration-property-value-allowed-list': {
      'font-size': ['inherit', '/^var\\(--text-/', ...DRAWN],
      font: ['inherit', '/var\\(--text-/', ...DRAWN],
      'z-index': ['/^var\\(--layer-/'],
    },
    // One notation, and the four widths of src/shared/breakpoints.ts.
    'media-feature-name-disallowed-list': ['min-width', 'max-width'],
    'media-feature-name-value-allowed-list': { width: ['22.5rem', '45rem', '62.5rem', '85rem'] },
  },
};
