import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import n from 'eslint-plugin-n';
import tseslint from 'typescript-eslint';

import { forbiddenZones } from './eslint/arrows.js';

const conditionNames = ['@annotate-mcp/source', 'types', 'import', 'node', 'default'];

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/coverage/',
      '**/test-results/',
      '**/.astro/',
      '.dev/',
      'bench/sources/fixtures/',
    ],
  },
  js.configs.recommended,
  // The rules of these two sets that need types are in .oxlintrc.json.
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    plugins: { 'import-x': importX, n },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ conditionNames })],
    },
    rules: {
      eqeqeq: 'error',
      // Tests too: a longer file has several subjects.
      'max-lines': ['error', 300],
      'no-console': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-relative-packages': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: forbiddenZones() }],
      'import-x/no-self-import': 'error',
      'import-x/order': [
        'error',
        {
          groups: ['builtin', 'external', 'internal', 'parent', 'sibling', 'index'],
          pathGroups: [{ pattern: '@annotate-mcp/**', group: 'internal' }],
          pathGroupsExcludedImportTypes: ['builtin'],
          'newlines-between': 'always',
          alphabetize: { order: 'asc' },
        },
      ],
      'n/prefer-node-protocol': 'error',
      // A decorator gives a class what its body does not show.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    },
  },
  // Configuration files are read by tools that ask for a default export; a Vue file has no other.
  {
    files: [
      '*.config.{js,ts}',
      '{e2e,e2e/other-browsers,packages/*,apps/*,demos/*}/*.config.{ts,mjs}',
      'e2e/packages/start-for-all.ts',
      'demos/vue/src/vue-files.d.ts',
    ],
    rules: { 'import-x/no-default-export': 'off' },
  },
  // Scripts and benchmarks talk to a person in a terminal.
  {
    files: ['scripts/**', 'bench/**', 'e2e/other-browsers/report-missing.ts'],
    rules: { 'no-console': 'off' },
  },
);
