import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

/** The first minute with published packages in fresh apps: `npm run test:packages`. */
export default defineConfig({
  ...config,
  globalSetup: './packages/start-for-all.ts',
  // One after the other, because what they take is measured; `--workers=3` where only the result counts.
  workers: 1,
  fullyParallel: true,
  outputDir: '../.dev/packages/results',
  // Installing and building may take minutes.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  projects: [
    {
      name: 'packages',
      testDir: 'packages',
      use: {
        viewport: { width: 1000, height: 640 },
        contextOptions: { reducedMotion: 'reduce' },
        trace: 'off',
      },
    },
  ],
});
