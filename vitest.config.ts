import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const source = '@annotate-mcp/source';
const nodeConditions = [source, 'module', 'node', 'default'];
/** Nothing in these changes the process: no environment, working directory or global. */
const sharing = [
  'packages/{core,http,page-facts,consent,work,lsp,hub,mcp-server,unplugin,vite-plugin,store,markdown,browser-protocol,overlay}',
  'packages/{github,team}',
  'packages/angular',
  'apps/{docs,markdown-view,plugin,team-page,vscode}',
  'eslint',
  'scripts',
];
const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

const temporary = mkdtempSync(join(tmpdir(), 'annotate tests '));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
/** No test touches the settings and keys of the person who runs it. */
const configFolder = join(temporary, 'config');
/** add-mcp reads the home folder when it is loaded, which one process does for many files of the CLI's tests. */
const home = join(temporary, 'home');
for (const folder of [configFolder, home]) mkdirSync(folder, { mode: 0o700 });

const isWindows = process.platform === 'win32';
/** There neither Chromium nor PostgreSQL starts, and Node ends where many processes are killed while they write. */
const notUnderWine = [
  '**/*.page.test.ts',
  '**/postgres/{outage,postgres,postgres.contract}.test.ts',
  '**/attachments/attachments.test.ts',
  '**/{json/json,sqlite/sqlite}.contract.test.ts',
  'packages/work/src/start-work.test.ts',
];
const notForNode = [
  ...['**/node_modules/**', '**/dist/**', '**/*.browser.test.*', '**/*.windows.test.*'],
  ...(process.env.ANNOTATE_WINE === '1' ? notUnderWine : []),
];

export default defineConfig({
  test: {
    coverage: {
      include: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
      exclude: [
        '**/*.test.*',
        '**/testing/**',
        'packages/store/src/contract/**',
        // Compiled and tested by `ng test`.
        'packages/angular/src/**',
        // Runs inside of Chrome: tested by e2e/browser.
        'apps/extension/src/{worker.ts,popup/**,annotate/**,page-agent/agent.ts}',
      ],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 80, branches: 75, functions: 80, lines: 80 },
    },
    env: { ANNOTATE_CONFIG_FOLDER: configFolder },
    // With twenty processes on two cores the slowest of 10,900 tests took 20 seconds, and all but two less than 15.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // More than there are cores, because many of these wait for processes, disks and sockets.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A test that passes only at the second attempt is a defect.
    retry: 0,
    tags: [
      {
        name: 'full',
        description: 'Runs in `npm run test:full` only: one of many alike, or slow beyond what it tells.',
        skip: process.env.ANNOTATE_TEST_FULL !== '1',
        timeout: 120_000,
      },
    ],
    projects: [
      {
        extends: true,
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'node',
          globalSetup: './scripts/bundle-test-programs.ts',
          setupFiles: ['./scripts/test-process.ts'],
          include: ['{packages,apps,scripts,eslint,bench,demos}/**/*.test.ts'],
          exclude: [...notForNode, ...[...sharing, 'packages/cli'].map((folder) => `${folder}/**`)],
          // A process for each file: suites start servers and children, and change their environment. Those of
          // Next.js attach a hub to servers of the process, also to those of the next file. Those of the extension stand
          // in for Chrome, which their timers still ask when a test is over.
          pool: 'forks',
        },
      },
      {
        extends: true,
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'node-shared',
          globalSetup: './scripts/bundle-test-programs.ts',
          setupFiles: ['./scripts/test-process.ts'],
          include: sharing.map((folder) => `${folder}/**/*.test.ts`),
          exclude: notForNode,
          // One process for many files saves starting it and loading the packages for each.
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'node-cli',
          // A command that is to find agents in a home folder needs a process of its own.
          env: { HOME: home, USERPROFILE: home },
          include: ['packages/cli/**/*.test.ts'],
          exclude: notForNode,
          // Commands run in this process, with another home folder than the other packages have.
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        // On Windows, and with Node for Windows under Wine: see `npm run test:windows`.
        test: {
          name: 'windows',
          include: isWindows ? ['packages/*/src/**/*.windows.test.ts'] : [],
          pool: 'forks',
        },
      },
      {
        extends: true,
        resolve: { conditions: [source, 'module', 'browser', 'default'] },
        // Named, because one that is found only while tests run makes the page load again under them.
        optimizeDeps: {
          include: [
            'approx-string-match',
            'bippy/source',
            'diff',
            'diff/lib/diff/array.js',
            'dompurify',
            'highlight.js/lib/common',
            'katex',
            'markdown-it',
            'mermaid',
            'micromark',
            'micromark-extension-frontmatter',
            'micromark-extension-gfm',
            'micromark-extension-math',
            'modern-screenshot',
            'preact',
            'preact/hooks',
            'preact/jsx-dev-runtime',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'svelte',
            'svelte/compiler',
            'svelte/internal/client',
            'vue',
          ],
        },
        test: {
          name: 'browser',
          setupFiles: ['./packages/overlay/src/testing/restore-page.ts'],
          include: ['{packages,apps}/*/src/**/*.browser.test.{ts,tsx}'],
          // One page for many files saves loading it and the packages for each.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath !== undefined && { executablePath }),
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
