import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'src/shared/protocol.ts'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // Words that don't say what a name stands for; `says` is a key of the protocol.
      'id-denylist': ['error', 'told', 'wanted', 'kept', 'found', 'brought', 'does'],
      // Plain objects are the maps of JSON; taking a key out of one is what deleting is for.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Maps and sets here are bookkeeping that nothing is drawn from; what is drawn is `$state`.
      'svelte/prefer-svelte-reactivity': 'off',
      // Numbers read the same in a template as anywhere else.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => close()` and `return next();` are shorter than a block, and nobody reads what they return.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // The compiler knows names that this rule does not; svelte-check reports unknown ones.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig },
    },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      // ESLint sees `any` where a type comes through another component; svelte-check knows it and refuses an implicit `any`.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Reading state makes an effect run again; `void` says that this is all the reading is for.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
  // The configuration of the tools is in no TypeScript project.
  { files: ['**/*.js', '**/*.mjs'], extends: [ts.configs.disableTypeChecked] },
);
