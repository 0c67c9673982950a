/** All pages of a large office come at the same moment, as after a restart of the server. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { rounded, type Summary, summarize } from '../samples.ts';

import { createPageTokens, openPages } from './connect.ts';
import type { Team } from './load.ts';

export interface Arrival {
  readonly pages: number;
  /** From the first socket until the last page has everything that it shows. */
  readonly seconds: number;
  /** What one request for `/health` after the other took meanwhile, in milliseconds. */
  readonly health: Summary & { max: number };
}

/** At one server. */
export async function measureArrival({ database, servers }: Team, count: number): Promise<Arrival> {
  const [server] = servers;
  if (server === undefined) throw new Error('There is no server.');
  const tokens = await createPageTokens(database, count);
  const asking = new Worker(new URL('ask-health.ts', import.meta.url), { workerData: server.url });
  await once(asking, 'online');
  const startedAt = performance.now();
  const pages = await openPages([server], tokens, () => undefined);
  const seconds = rounded((performance.now() - startedAt) / 1_000);
  const answered = once(asking, 'message');
  asking.postMessage('over');
  const [times] = z.tuple([z.array(z.number())]).parse(await answered);
  for (const page of pages) page.close();
  return { pages: count, seconds, health: { ...summarize(times), max: rounded(Math.max(...times)) } };
}
