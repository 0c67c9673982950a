import { defineConfig } from 'vitest/config';

/** What `ng test` adds to its own settings: a hub for the pages that the tests make. */
export default defineConfig({
  test: {
    globalSetup: ['src/testing/hub.setup.ts'],
    browser: { screenshotFailures: false },
    // What Angular says of every app, and of zone.js in a page where some apps have none.
    onConsoleLog: (log) => !/NG0914|running in development mode/.test(log),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
