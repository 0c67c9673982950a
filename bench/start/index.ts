/** How much an agent waits for, and how much CPU time is used, until a server that it starts answers `initialize`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { describeGoal, fewestPairs, ratioOf, summarize } from '../samples.ts';

import { cpuTimeOfTree } from './cpu-time.ts';
import { emptySubject } from './empty.ts';
import { hookSubjects } from './hook.ts';
import { startingPeer } from './peer.ts';
import type { Subject } from './subject.ts';

const rounds = fewestPairs;
/** Of the processor time of a start, beside that of bare Node. */
const goal = 2.5;

/** Answers `initialize` and nothing else: the time that Node itself takes. */
const bareServer = `process.stdin.on('data', (data) => {
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'bare', version: '0' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(data).id, result }));
})`;

export const start: Benchmark = {
  name: 'start',
  title: 'spawn → initialize answered (with --peer beside agentation-mcp, which is installed for that)',
  run: async (report, { peer }) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    try {
      const servers = [
        { title: 'baseline: bare Node, without any library', args: ['-e', bareServer] },
        await emptySubject(root),
        { title: 'annotate-mcp', args: [bin(), '--root', root] },
        ...(peer ? [await startingPeer(report.progress)] : []),
      ].map((server) => ({ ...server, input: () => initialize }));
      const rows = await measure(servers, root, report.progress);
      report.table('milliseconds; CPU time of all processes; ratio to bare Node', rows);
      report.result('start', rows);
      const hooks = await measure(await hookSubjects(root, configFolderOf(root)), root, report.progress);
      report.table('spawn → the stop hook of an agent has answered', hooks);
      report.result('hook', hooks);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** Subjects take turns, so that other load on the machine affects all of them alike. */
async function measure(subjects: readonly Subject[], home: string, progress: (message: string) => void) {
  const measured = subjects.map((subject) => ({ subject, starts: [] as Start[] }));
  // The first start creates the store and the compile cache.
  for (const { subject } of measured) await startOnce(subject, home);
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    for (const { subject, starts } of measured) starts.push(await startOnce(subject, home));
  }
  const bare = measured[0]?.starts ?? [];
  return measured.map(({ subject, starts }) => {
    const ratio = ratioOf(starts.map(({ cpu }, round) => ({ ours: cpu, baseline: bare[round]?.cpu ?? NaN })));
    return {
      what: subject.title,
      ...summarize(starts.map(({ wall }) => wall)),
      'cpu p50': summarize(starts.map(({ cpu }) => cpu)).p50,
      'cpu ÷ bare Node': ratio.value,
      '÷ at most (95 %)': ratio.high,
      goal: subject.title === 'annotate-mcp' ? describeGoal(ratio, goal) : '–',
    };
  });
}

const configFolderOf = (home: string) => join(home, 'config');

/** In milliseconds. */
interface Start {
  wall: number;
  cpu: number;
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

/** The server gets an own home folder, for the files that it keeps for its user. */
function startOnce({ args, input, endsInput }: Subject, home: string): Promise<Start> {
  return new Promise((resolve, reject) => {
    const spawnedAt = performance.now();
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        USERPROFILE: home,
        ANNOTATE_CONFIG_FOLDER: configFolderOf(home),
      },
    });
    child.once('error', reject);
    child.stdout.once('data', () => {
      const wall = performance.now() - spawnedAt;
      const cpu = cpuTimeOfTree(child.pid ?? 0);
      child.once('exit', () => resolve({ wall, cpu }));
      child.stdin.end();
      child.kill();
    });
    child.stdin.write(`${input()}\n`);
    if (endsInput === true) child.stdin.end();
  });
}
