/** How long until another process knows? */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FeedEvent } from '@annotate-mcp/core';
import { openStore } from '@annotate-mcp/store';

import type { Report } from '../benchmark.ts';
import { rounded, summarize } from '../samples.ts';

import { NaiveJsonStore } from './naive-json-store.ts';
import type { Order, Start } from './writer.ts';

const naiveSize = 1_000;

export async function measureWakeUp(folder: string, report: Report): Promise<void> {
  const start = prepare(folder);
  const writer = fork(fileURLToPath(new URL('writer.ts', import.meta.url)), {
    execArgv: ['--conditions=@annotate-mcp/source'],
  });
  try {
    writer.send({ start } satisfies Order);
    await once(writer, 'message');
    report.progress('wake-up alone');
    const touch = summarize(await touches(writer, start, 1_000));
    report.progress('commit to listener');
    const ours = summarize(await commits(writer, start, 1_000));
    report.progress(`whole-file rewrite with ${naiveSize} annotations, watched and read again`);
    const naive = summarize(await rewrites(writer, start, 50));
    const rows = [
      { what: 'wake-up alone: byte touched → watcher called', ...touch },
      { what: 'sqlite: add() called → listener has it', ...ours },
      { what: `rewrite of ${naiveSize}: add() called → reader has it`, ...naive },
    ];
    report.table(
      'from one process to another (ms)',
      rows.map((row) => ({ ...row, '÷ ours': rounded(row.p50 / ours.p50) })),
    );
    report.result('wakeUp', { touch, commit: ours, rewrite: naive });
  } finally {
    writer.kill();
  }
}

function prepare(folder: string): Start {
  const wakeFolder = join(folder, 'wake');
  const naiveFolder = join(folder, 'naive');
  for (const each of [wakeFolder, naiveFolder]) mkdirSync(each, { recursive: true });
  const wakeFile = join(wakeFolder, 'n');
  writeFileSync(wakeFile, '.');
  return { folder, wakeFile, naiveFile: join(naiveFolder, 'store.json'), naiveSize };
}

async function touches(writer: ChildProcess, { wakeFile }: Start, n: number): Promise<number[]> {
  const samples: number[] = [];
  const watcher = watch(join(wakeFile, '..'));
  for (let i = 0; i < n; i++) {
    const seen = once(watcher, 'change').then(() => process.hrtime.bigint());
    const [, [sent]] = await Promise.all([seen, ask(writer, 'touch')]);
    samples.push(millisecondsBetween(String(sent), await seen));
  }
  watcher.close();
  return samples;
}

async function ask(writer: ChildProcess, write: 'touch'): Promise<unknown[]> {
  const answer = once(writer, 'message');
  writer.send({ write } satisfies Order);
  return answer;
}

async function commits(writer: ChildProcess, { folder }: Start, n: number): Promise<number[]> {
  const samples: number[] = [];
  const store = await openStore('sqlite:', { root: folder });
  const done = Promise.withResolvers<undefined>();
  const next = () => writer.send({ write: 'store' } satisfies Order);
  store.subscribe(await store.head(), {
    event: (event: FeedEvent) => {
      const at = process.hrtime.bigint();
      if (event.type !== 'changes') return;
      for (const { annotation } of event.changes)
        samples.push(millisecondsBetween(annotation.annotationText, at));
      if (samples.length >= n) done.resolve(undefined);
      else next();
    },
    error: done.reject,
  });
  next();
  await done.promise;
  await store.close();
  return samples;
}

async function rewrites(writer: ChildProcess, { naiveFile }: Start, n: number): Promise<number[]> {
  const samples: number[] = [];
  const watcher = watch(join(naiveFile, '..'));
  let known = naiveSize;
  const done = Promise.withResolvers<undefined>();
  const next = () => writer.send({ write: 'naive' } satisfies Order);
  watcher.on('change', () => {
    const all = tryToRead(naiveFile);
    const last = all?.at(-1);
    if (all === null || all.length === known || last === undefined) return;
    known = all.length;
    samples.push(millisecondsBetween(last.annotationText, process.hrtime.bigint()));
    if (samples.length >= n) done.resolve(undefined);
    else next();
  });
  next();
  await done.promise;
  watcher.close();
  return samples;
}

function tryToRead(file: string) {
  try {
    return NaiveJsonStore.readFile(file);
  } catch {
    // Half written: such a store is read again at the next event.
    return null;
  }
}

function millisecondsBetween(start: string, end: bigint): number {
  return Number(end - BigInt(start)) / 1e6;
}
