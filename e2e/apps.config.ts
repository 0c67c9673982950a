import { defineConfig } from '@playwright/test';

import packages from './packages.config.ts';

/** Apps as their authors wrote them: `npm run test:apps`. */
export default defineConfig({
  ...packages,
  outputDir: '../.dev/apps/results',
  // Large apps are installed once and built three times.
  timeout: 1_800_000,
  projects: (packages.projects ?? []).map((project) => ({ ...project, name: 'apps', testDir: 'apps' })),
});
