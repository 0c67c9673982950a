import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

/** The first minute with published packages in fresh apps: `npm run test:packages`. */
export default defineConfig({
  ...config,
  outputDir: '../.dev/packages/results',
  // Installing and building may take minutes.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  projects: [
    {
      name: 'packages',
      testDir: 'packages',
      // One after the other: what they take is measured.
      workers: 1,
      use: {
        viewport: { width: 1000, height: 640 },
        contextOptions: { reducedMotion: 'reduce' },
        trace: 'off',
      },
    },
  ],
});
