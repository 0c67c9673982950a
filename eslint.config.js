import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { defineConfig } from 'eslint/config';

import { forbiddenZones } from './eslint/arrows.js';
import { importsParser } from './eslint/imports-parser.js';
import { exemptFiles, programs } from './eslint/programs.js';

const conditionNames = ['@annotate-mcp/source', 'types', 'import', 'node', 'default'];

/** Which workspace may import which, and where programs are started. Every other rule is in .oxlintrc.json, and oxfmt sorts the imports. */
export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/coverage/',
      '**/test-results/',
      '**/.astro/',
      '.dev/',
      'bench/sources/fixtures/',
      'demos/tasks/component-libraries/',
    ],
  },
  {
    files: ['**/*.{js,mjs,ts,tsx,mts,cts}'],
    languageOptions: { parser: importsParser },
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ conditionNames })],
    },
    rules: {
      'import-x/no-relative-packages': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: forbiddenZones() }],
    },
  },
  {
    files: ['{packages,apps}/**/*.{js,mjs,ts,tsx,mts,cts}'],
    ignores: exemptFiles,
    plugins: { programs },
    rules: { 'programs/started-in-one-place': 'error' },
  },
);
