import { existsSync } from 'node:fs';

import { defineConfig } from '@playwright/test';

import { type DemoName, demoNames } from './support/demo-server.ts';

// The system's Chromium, or none: then Playwright starts its own. setup.sh sees to it that one of them is there.
const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

// The overlay and the hub are the same on every page: what is about them alone runs on one demo.
const onOne = ['**/accessibility.spec.ts', '**/faults.spec.ts', '**/threads.spec.ts'];
// How a page behaves around the overlay depends little on the framework: the two that differ most, unless all is asked for.
const onTwo = process.env.ANNOTATE_TEST_FULL === undefined ? ['**/page.spec.ts'] : [];

export default defineConfig<object, { demo: DemoName }>({
  testDir: '.',
  // One dev server per demo, one browser: these machines are small, and the suites share neither page nor store.
  workers: 1,
  projects: [
    { name: 'pages', testIgnore: ['demos/**', 'inline/**', 'markdown/**', 'browser/**'] },
    { name: 'markdown', testMatch: 'markdown/*.spec.ts' },
    { name: 'extension', testMatch: 'browser/*.spec.ts' },
    { name: 'astro', testMatch: 'inline/*.spec.ts', use: { demo: 'astro' } },
    {
      name: 'astro-phone',
      testMatch: ['inline/page.spec.ts', 'inline/panel.spec.ts'],
      use: { demo: 'astro', viewport: { width: 375, height: 720 } },
    },
    ...demoNames.map((demo) => ({
      name: demo,
      testMatch: 'demos/*.spec.ts',
      testIgnore: [
        ...(demo === 'react' ? [] : onOne),
        ...(demo === 'react' || demo === 'angular' ? [] : onTwo),
        ...(demo === 'angular' ? [] : ['**/angular.spec.ts']),
      ],
      use: { demo },
    })),
  ],
  outputDir: 'test-results',
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  // As for the other tests: the result of the run names a test that passed only when tried again.
  retries: process.env.CI === undefined ? 0 : 2,
  // A busy machine is slow and not wrong.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox', // containers run as root, where Chromium's sandbox refuses to start
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
