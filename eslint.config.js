import { defineConfig } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

import { forbiddenZones } from './eslint/arrows.js';

const conditionNames = ['@annotate-mcp/source', 'types', 'import', 'node', 'default'];

/** The order and the direction of imports. Every other rule is in .oxlintrc.json, in a fraction of the time. */
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
  {
    files: ['**/*.{js,mjs,ts,tsx,mts,cts}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ conditionNames })],
    },
    rules: {
      'import-x/no-relative-packages': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: forbiddenZones() }],
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
    },
  },
);
