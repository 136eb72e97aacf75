import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The built page lives inside the Python package, so that an installed wheel serves it without node.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  // The version of the server that the page is built for. `toolchain.py` gives it; `npm run dev` has none.
  define: { 'import.meta.env.CROSSFELT_VERSION': JSON.stringify(process.env['CROSSFELT_VERSION'] ?? '') },
  build: {
    outDir: '../src/crossfelt/http/page',
    emptyOutDir: true,
    // Inlined assets would need `data:` sources in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A text is put where it is used, so that a page loads only its own.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // Code that checks signatures is a file of its own, so that a test sees who fetches it.
        advancedChunks: {
          groups: [
            { name: 'hashes', test: /@noble[\\/]hashes/, priority: 1 },
            { name: 'signatures', test: /@noble[\\/]ed25519|shared[\\/]notes\.ts/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000' },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    coverage: {
      // The session layer: a table's connection, what the felt shows and bets, and what a sheet shows and places. A branch that no test takes is a guess.
      include: [
        'src/shared/{*,countdown/*}.svelte.ts',
        'src/shared/{clicks,heads,ownSeeds,savedValues,signatures,waiting}.ts',
        'src/criss-cross/{announcing,betDraft,feltState.svelte,feltView.svelte,shownRound,trainer.svelte}.ts',
        'src/tables/{opening,seating.svelte,starting.svelte,unfinished}.ts',
        'src/king/{bestScores,guide.svelte,hints,kingTables.svelte,local,localPlay.svelte,playKeys,reader.svelte,reviewing.svelte,roomState.svelte,sheetPlay.svelte,shownMatch,shownTurn}.ts',
      ],
      reporter: ['text'],
      thresholds: { branches: 95 },
    },
  },
});
