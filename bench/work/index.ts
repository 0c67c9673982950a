/** From a person's Send to the prompt of an agent: with an agent that runs, and with none. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Annotation } from '@annotate-mcp/core';
import { sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import type { Benchmark } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { summarize } from '../samples.ts';

const rounds = { running: 100, none: 10 };

export const work: Benchmark = {
  name: 'work',
  title: 'Send → the agent that annotate-mcp work has started gets the prompt',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    try {
      report.progress('with an agent that runs');
      const running = await withRunningAgent(folder);
      report.progress('with none');
      const none = await withNoAgent(folder);
      report.progress('the start of the agent itself');
      const own = await startsOfTheAgent(folder);
      const rows = [
        { what: 'add() called → prompt, an agent runs', ...summarize(running) },
        { what: 'annotate-mcp work started → prompt, none runs', ...summarize(none) },
        { what: 'baseline: the start of the agent itself (bare Node)', ...summarize(own) },
      ];
      report.table('milliseconds', rows);
      report.result('work', rows);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Speaks as much ACP as it needs, without a library, and writes down when it got each prompt. */
const agent = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'session/prompt')
    require('node:fs').appendFileSync(process.argv[1], performance.timeOrigin + performance.now() + '\\n');
  const results = { initialize: { protocolVersion: 1 }, 'session/new': { sessionId: '1' }, 'session/prompt': { stopReason: 'end_turn' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
})`;

const now = () => performance.timeOrigin + performance.now();

async function withRunningAgent(folder: string): Promise<number[]> {
  const here = await openProject(folder, 'running');
  const program = startWork(here);
  try {
    await present(here.store);
    const samples: number[] = [];
    for (let round = 0; round < rounds.running; round++) {
      const answered = answeredOf(here.store);
      const sentAt = now();
      await here.store.add(sampleOfSize(6_000, { id: randomUUID() }));
      await answered;
      samples.push((here.prompts().at(-1) ?? NaN) - sentAt);
    }
    return samples;
  } finally {
    await end(program);
    await here.store.close();
  }
}

async function withNoAgent(folder: string): Promise<number[]> {
  const here = await openProject(folder, 'none');
  const samples: number[] = [];
  for (let round = 0; round < rounds.none; round++) {
    await here.store.add(sampleOfSize(6_000, { id: randomUUID() }));
    const answered = answeredOf(here.store);
    const startedAt = now();
    const program = startWork(here);
    await answered;
    samples.push((here.prompts().at(-1) ?? NaN) - startedAt);
    await end(program);
  }
  await here.store.close();
  return samples;
}

/** Until it has answered what every session begins with. */
async function startsOfTheAgent(folder: string): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds.none; round++) {
    const startedAt = now();
    const child = spawn(process.execPath, ['-e', agent, join(folder, 'unused')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout });
    for (const [id, method] of ['initialize', 'session/new'].entries()) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`);
      await once(lines, 'line');
    }
    samples.push(now() - startedAt);
    child.stdin.end();
    await once(child, 'close');
  }
  return samples;
}

interface Project {
  root: string;
  home: string;
  store: Store;
  file: string;
  /** When the agent got each prompt, as milliseconds since 1970. */
  prompts: () => number[];
}

async function openProject(folder: string, name: string): Promise<Project> {
  const root = mkdtempSync(join(folder, name));
  const home = join(folder, 'home');
  const file = join(root, 'prompts');
  const store = await openStore(undefined, { root, configFolder: home });
  const prompts = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  return { root, home, store, file, prompts };
}

function startWork({ root, home, file }: Project): ChildProcess {
  return spawn(process.execPath, [bin(), 'work', '--root', root, '--', process.execPath, '-e', agent, file], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, ANNOTATE_CONFIG_FOLDER: home },
  });
}

async function end(program: ChildProcess): Promise<void> {
  program.kill('SIGTERM');
  if (program.exitCode === null) await once(program, 'exit');
}

function present(store: Store): Promise<void> {
  return new Promise((resolve, reject) => {
    const subscription = store.agents.subscribe({
      agents: (agents) => {
        if (!agents.some(({ waiting }) => waiting)) return;
        queueMicrotask(() => subscription.close());
        resolve();
      },
      error: reject,
    });
  });
}

/** The agent has ended its turn, and the program has written its run down. */
async function answeredOf(store: Store): Promise<void> {
  const from = await store.head();
  await new Promise<void>((resolve, reject) => {
    const hasRun = ({ runs = [] }: Annotation) => runs.length > 0;
    const subscription = store.subscribe(from, {
      event: (event) => {
        if (event.type !== 'changes' || !event.changes.some(({ annotation }) => hasRun(annotation))) return;
        queueMicrotask(() => subscription.close());
        resolve();
      },
      error: reject,
    });
  });
}
