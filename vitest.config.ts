import { existsSync } from 'node:fs';

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const source = '@annotate-mcp/source';
const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

export default defineConfig({
  test: {
    coverage: {
      include: ['packages/*/src/**/*.{ts,tsx}'],
      // The Angular library is compiled and tested by `ng test`.
      exclude: ['**/*.test.*', 'packages/store/src/contract/**', 'packages/angular/src/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 80, branches: 75, functions: 80, lines: 80 },
    },
    // Generous, because a busy machine is slow and not wrong; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    // Vitest would leave one core of two idle, and most of these wait for processes, disks and sockets.
    maxWorkers: '100%',
    // A shared machine stalls now and then. Twice more, and the result of the run names the test (scripts/tally.ts).
    retry: process.env.CI === undefined ? 0 : 2,
    projects: [
      {
        extends: true,
        resolve: { conditions: [source, 'module', 'node', 'default'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'default'] } },
        test: {
          name: 'node',
          include: ['{packages,apps,scripts,eslint,bench,demos}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.*'],
          // A process for each file: suites open real databases, sockets and children, and change their environment.
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
            'dom-accessibility-api',
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
          include: ['{packages,apps}/*/src/**/*.browser.test.{ts,tsx}'],
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
