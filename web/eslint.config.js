import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'src/shared/protocol.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // Plain objects are the maps of JSON; taking a key out of one is what deleting is for.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Maps and sets here are bookkeeping that nothing is drawn from; what is drawn is `$state`.
      'svelte/prefer-svelte-reactivity': 'off',
      // The compiler knows names that this rule does not; svelte-check reports unknown ones.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
);
