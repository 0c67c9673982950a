import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { AnnotateError } from '@annotate-mcp/core';

import { openStore } from '../../open-store.ts';
import { startPostgres } from '../../testing/postgres-server.ts';

it(
  'tells readers that wait when there is another reason than that the server is away',
  { tags: 'full' },
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    await server.kill();
    const root = mkdtempSync(join(tmpdir(), 'annotate-awaited-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const url = `${server.url().replace(/:[^:@]*@/, ':wrong@')}?project=away`;
    const store = await openStore(url, { root, opensLater: true });
    onTestFinished(() => store.close());
    const codes: unknown[] = [];
    const subscription = store.agents.subscribe({
      agents: () => undefined,
      error: (error) => codes.push(error instanceof AnnotateError ? error.code : error),
    });
    onTestFinished(() => subscription.close());
    await server.start();
    // The password is wrong; that is said once.
    await expect.poll(() => codes).toEqual(['store/away', 'store/failed']);
  },
);
