import { defineConfig } from 'vitest/config';

const source = '@annotate-mcp/source';

export default defineConfig({
  resolve: { conditions: [source, 'module', 'node', 'default'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'default'] } },
  test: {
    include: ['{packages,scripts,eslint,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // A process for each file: suites open real databases, sockets and children, and change their environment.
    pool: 'forks',
    // Generous, because a busy machine is slow and not wrong; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', 'packages/store/src/contract/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 80, branches: 75, functions: 80, lines: 80 },
    },
  },
});
