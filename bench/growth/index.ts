/** Does a project with very many open comments cost an agent, a page and the commands more? */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import type { Benchmark, Report } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { rounded } from '../samples.ts';

import { type AgentCosts, measureAgent } from './agent.ts';
import { measurePage, type PageCosts } from './page.ts';

const sizes = [0, 1_000, 20_000, 100_000];
const bytes = 6_000;
/** As many comments on each page of the app. */
const onEachPage = 50;
const commands = ['export', 'doctor', 'list'];

interface Row {
  annotations: number;
  agent: AgentCosts;
  page: PageCosts;
  /** Seconds of each command. */
  commands: Record<string, number>;
}

export const growth: Benchmark = {
  name: 'growth',
  title: 'what agents, pages and commands pay in a project with very many open comments',
  run: async (report) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    mkdirSync(join(root, '.git'));
    const store = await openStore(undefined, { root });
    try {
      const rows: Row[] = [];
      for (const annotations of sizes) {
        report.progress(`${annotations} open comments of ${bytes / 1_000} KB`);
        await fill(store, annotations);
        rows.push(await measure(root, annotations, report));
      }
      publish(rows, report);
    } finally {
      await store.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
};

async function fill(store: Store, annotations: number): Promise<void> {
  for (let stored = await store.count(); stored < annotations; stored++) {
    const page = Math.floor(stored / onEachPage) + 1;
    const pageUrl = `http://127.0.0.1:4200/page-${page}`;
    await store.add(sampleOfSize(bytes, { id: randomUUID(), appId: '.', pageUrl }));
  }
}

async function measure(root: string, annotations: number, report: Report): Promise<Row> {
  const agent = await measureAgent(root);
  report.progress('a page');
  const page = await measurePage(root);
  const seconds: Record<string, number> = {};
  for (const command of commands) {
    report.progress(command);
    seconds[command] = await secondsOf(command, root);
  }
  return { annotations, agent, page, commands: seconds };
}

async function secondsOf(command: string, root: string): Promise<number> {
  const began = performance.now();
  const options = { cwd: root, maxBuffer: 2 ** 30 };
  // `doctor` ends with 1 when something is to be said.
  await promisify(execFile)(process.execPath, [bin(), command, '--root', root], options).catch(() => null);
  return rounded((performance.now() - began) / 1_000);
}

function publish(rows: readonly Row[], report: Report): void {
  report.table(
    'an agent’s first call in a new process (ms of CPU), and MB of its server after it',
    rows.map(({ annotations, agent: { list, listAgain, watch } }) => ({
      annotations,
      get_all_pending: list.cpu,
      again: listAgain.cpu,
      watch_annotations: watch.cpu,
      'MB after the list': list.memory,
      'MB after the watch': watch.memory,
    })),
  );
  report.table(
    'a page that connects',
    rows.map(({ annotations, page }) => ({
      annotations,
      KB: page.kilobytes,
      ms: page.ms,
      'MB of the hub': page.memory,
    })),
  );
  report.table(
    'commands (s)',
    rows.map(({ annotations, commands: seconds }) => ({ annotations, ...seconds })),
  );
  report.result('growth', rows);
}
