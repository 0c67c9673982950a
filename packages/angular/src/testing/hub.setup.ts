/** Starts a real hub with its own server for the tests that run in the browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { createHub, openStore } from '@annotate-mcp/hub';

import type {} from './provided-context.ts';

export async function setup({ vitest, provide }: TestProject): Promise<() => Promise<void>> {
  const projectRoot = mkdtempSync(join(tmpdir(), 'annotate-angular-'));
  const store = await openStore('memory:', { root: projectRoot });
  const hub = await createHub({
    store,
    projectRoot,
    overlayFolder: join(import.meta.dirname, '../../../overlay/dist/page'),
    guard: {
      // Read for each request, because the server of the tests starts after this one.
      get allowedOrigins() {
        const urls = vitest.projects.flatMap(({ browser }) => browser?.vite.resolvedUrls?.local ?? []);
        return urls.map((url) => new URL(url).origin);
      },
    },
    onError: (error) => vitest.logger.error(error),
  });
  const { url } = await hub.listen({ port: 0 });
  provide('hub', new URL('/__annotate', url).href);
  return async () => {
    await hub.close();
    await store.close();
    rmSync(projectRoot, { recursive: true });
  };
}
