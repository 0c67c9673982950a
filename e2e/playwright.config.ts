import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  defineConfig,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
  type Project,
} from '@playwright/test';

import { type DemoName, demoNames } from './support/demo-server.ts';

// The system's Chromium, or none: then Playwright starts its own. The setup sees to it that one of them is there.
const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

// No test touches the settings and keys of the person who runs it. Workers load this file too, and inherit the folder.
process.env.ANNOTATE_CONFIG_FOLDER ??= createConfigFolder();

function createConfigFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-config-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const isFull = process.env.ANNOTATE_TEST_FULL === '1';
const hasAllProjects = isFull || process.env.ANNOTATE_E2E_PROJECTS === 'all';

// The overlay and the hub are the same on every page: what is about them alone runs on one demo.
const onReact = ['accessibility', 'faults', 'people', 'proof-flows', 'threads'].map(
  (name) => `**/${name}.spec.ts`,
);
const onEveryDemo = ['**/page.spec.ts'];
const onEveryFramework = ['**/proof-edits.spec.ts', '**/proof-together.spec.ts'];
// On React, which has most of the tests, these have a project of their own: it would go on when all others are done.
const withAgents = [
  '**/loop.spec.ts',
  '**/people.spec.ts',
  '**/proof.spec.ts',
  '**/proof-flows.spec.ts',
  ...onEveryFramework,
  '**/threads.spec.ts',
  '**/work.spec.ts',
  '**/start-agent.spec.ts',
  '**/start-another-agent.spec.ts',
  '**/asking-agent.spec.ts',
  '**/apply.spec.ts',
];

// Of the extension, what a person does with it, beside what agents do: together they would go on the longest.
const withPerson = [
  'any-page',
  'annotate',
  'clipboard',
  'consent',
  'consent-elsewhere',
  'consent-frames',
  'consent-pages',
  'pairing',
  'popup',
].map((name) => `browser/${name}.spec.ts`);

type DemoProject = Project<PlaywrightTestOptions, PlaywrightWorkerOptions & { demo: DemoName }>;

function demoProject(demo: (typeof demoNames)[number]): DemoProject {
  return {
    name: demo,
    testMatch: 'demos/*.spec.ts',
    testIgnore: [
      ...(demo === 'react' ? withAgents : onReact),
      ...(demo === 'react' || isFull ? [] : onEveryDemo),
      ...(demo === 'angular' ? [] : ['**/angular.spec.ts']),
      // A page without a framework has no hot updates of its own, and no component to be near to.
      // Its texts are in programs, where nothing is applied.
      ...(demo === 'plain' ? [...onEveryFramework, '**/apply.spec.ts'] : []),
    ],
    // The tests with the tag @once tell the same on every demo. This replaces what is left out of all projects.
    ...(demo !== 'react' && !isFull && { grepInvert: /@once|@full/ }),
    use: { demo },
  };
}

/** The longest first, so that none is left over at the end. */
const projects: DemoProject[] = [
  { name: 'extension', testMatch: 'browser/*.spec.ts', testIgnore: withPerson },
  { name: 'markdown', testMatch: 'markdown/*.spec.ts' },
  { name: 'extension-person', testMatch: withPerson },
  { name: 'astro', testMatch: 'inline/*.spec.ts', use: { demo: 'astro' } },
  demoProject('react'),
  { ...demoProject('react'), name: 'react-agents', testMatch: withAgents, testIgnore: [] },
  {
    name: 'pages',
    testIgnore: [
      ...['apps/**', 'browser/**', 'demos/**', 'inline/**', 'markdown/**'],
      ...['other-browsers/**', 'packages/**'],
    ],
  },
];

/** The same tests again, in other apps and sizes. */
const fullProjects: DemoProject[] = [
  ...demoNames.filter((demo) => demo !== 'react').map(demoProject),
  { name: 'next', testMatch: onEveryFramework, use: { demo: 'next' } },
  {
    name: 'astro-phone',
    testMatch: ['inline/page.spec.ts', 'inline/panel.spec.ts'],
    use: { demo: 'astro', viewport: { width: 375, height: 720 } },
  },
];

export default defineConfig<object, { demo: DemoName }>({
  testDir: '.',
  // Several projects at a time, because tests wait about as long as they compute, and each in one worker: so there is
  // one dev server per demo. They share no page or store.
  workers: 4,
  projects: (hasAllProjects ? [...projects, ...fullProjects] : projects).map((project) => ({
    ...project,
    workers: 1,
  })),
  // Tests with this tag are one of many alike, or slow beyond what they tell: `npm run test:full`.
  ...(!isFull && { grepInvert: /@full/ }),
  outputDir: 'test-results',
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  // The last lines of the run name every test that passed only when it was tried again (scripts/tally.ts).
  retries: process.env.CI === undefined ? 0 : 1,
  // A busy machine is slow and not wrong: with thirty processes on two cores the slowest test takes a minute and a half,
  // and what the slowest expects comes after 20 seconds.
  timeout: isFull ? 180_000 : 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // Recording every test takes more time than the test. For one that fails: npm run test:e2e -- --trace on -g "…".
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox', // containers run as root, where Chromium's sandbox refuses to start
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Otherwise Chrome keeps a renderer ready for the next page of the profile, and each test has a profile of its own.
        '--renderer-process-limit=1',
      ],
    },
  },
});
