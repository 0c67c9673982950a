import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

/** Takes the pictures of docs/: `npm run docs:pictures`. Named so that the suites beside it do not run it. */
export default defineConfig({
  ...config,
  // Out of the way of suites that run at the same time: each empties its own.
  outputDir: '../.dev/pictures',
  projects: [
    {
      name: 'pictures',
      // Two workers would have a server each for the same copy of a demo.
      workers: 1,
      testDir: 'pictures',
      testMatch: '*.pictures.ts',
      testIgnore: 'store.pictures.ts',
      use: {
        viewport: { width: 1280, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
        trace: 'off',
      },
    },
    // Made of the others.
    { name: 'store', testDir: 'pictures', testMatch: 'store.pictures.ts', dependencies: ['pictures'] },
  ],
});
