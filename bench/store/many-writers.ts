/** How long do several processes take that write at once? */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openStore } from '@annotate-mcp/store';

import type { Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

const processes = 8;
const each = 200;

export async function measureManyWriters(folder: string, report: Report): Promise<void> {
  const rows: { size: string; sqlite: number; json: number; 'json ÷ sqlite': number }[] = [];
  for (const bytes of [0, 6_000]) {
    const size = bytes === 0 ? 'a comment on a page' : `${bytes / 1_000} KB`;
    report.progress(`${processes} × ${each} writes of ${size}`);
    const sqlite = await measure('sqlite:', join(folder, `sqlite ${bytes}`), bytes);
    const json = await measure('json:review.json', join(folder, `json ${bytes}`), bytes);
    rows.push({ size, sqlite, json, 'json ÷ sqlite': rounded(json / sqlite) });
  }
  report.table(`${processes} processes that write ${each} annotations each, at once (s)`, rows);
  report.result('manyWriters', rows);
}

/** Seconds from the first write to the last. */
async function measure(url: string, root: string, bytes: number): Promise<number> {
  mkdirSync(root);
  const writers = Array.from({ length: processes }, () => start(url, root, bytes));
  await Promise.all(writers.map((writer) => once(writer, 'message')));
  const begin = performance.now();
  const done = writers.map((writer) => once(writer, 'message'));
  for (const writer of writers) writer.send('go');
  await Promise.all(done);
  const seconds = rounded((performance.now() - begin) / 1_000);
  const store = await openStore(url, { root });
  const count = await store.count();
  await store.close();
  if (count !== processes * each) throw new Error(`${url} has ${count} annotations.`);
  return seconds;
}

function start(url: string, root: string, bytes: number): ChildProcess {
  return fork(
    fileURLToPath(new URL('append.ts', import.meta.url)),
    [url, root, String(each), String(bytes)],
    {
      execArgv: ['--conditions=@annotate-mcp/source'],
    },
  );
}
