import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

const conditions = ['@annotate-mcp/source', 'module', 'node', 'default'];

/** No test touches the settings and keys of the person who runs it. */
const configFolder = mkdtempSync(join(tmpdir(), 'annotate-config-'));
process.on('exit', () => rmSync(configFolder, { recursive: true, force: true }));

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['*.test.ts'],
    env: { ANNOTATE_CONFIG_FOLDER: configFolder },
    // One browser at a time: two would take the focus from each other's window.
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
  },
});
