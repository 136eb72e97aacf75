import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The built page lives inside the Python package, so that an installed wheel serves it without node.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/crossfelt/http/page',
    emptyOutDir: true,
    // Inlined assets would need `data:` sources in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000' },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
