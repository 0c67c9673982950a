/** How long until an agent that starts us gets its first answer? */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { rounded, summarize } from '../samples.ts';

import { startingPeer } from './peer.ts';

const rounds = 20;

/** Answers `initialize` and nothing else: what Node itself takes to start and answer. */
const smallestServer = `process.stdin.on('data', (data) => {
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'smallest', version: '0' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(data).id, result }));
})`;

export const start: Benchmark = {
  name: 'start',
  title: 'spawn → initialize answered (with --peer beside agentation-mcp, which is installed for that)',
  run: async (report, { peer }) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    try {
      const subjects: { title: string; args: string[] }[] = [
        { title: 'annotate-mcp', args: [bin(), '--root', root] },
        { title: 'baseline: a server of a few lines without any library', args: ['-e', smallestServer] },
        ...(peer ? [await startingPeer(report.progress)] : []),
      ];
      const rows = [];
      for (const { title: what, args } of subjects) {
        report.progress(what);
        const runs = [];
        for (let round = 0; round < rounds; round++) runs.push(await startOnce(args, root));
        const wall = summarize(runs.map((run) => run.wall));
        rows.push({ what, ...wall, 'cpu p50': summarize(runs.map((run) => run.cpu)).p50 });
      }
      const base = rows[0];
      report.table(
        'milliseconds',
        rows.map((row) => ({ ...row, '÷ ours': base === undefined ? 1 : rounded(row.p50 / base.p50) })),
      );
      report.result('start', rows);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

/** What a server keeps for its user goes to a home of its own. */
function startOnce(args: readonly string[], home: string): Promise<{ wall: number; cpu: number }> {
  return new Promise((done, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
    });
    child.once('error', reject);
    child.stdout.once('data', () => {
      const wall = performance.now() - begun;
      const cpu = cpuOf(child.pid ?? 0);
      child.once('exit', () => done({ wall, cpu }));
      child.stdin.end();
      child.kill();
    });
    child.stdin.write(`${initialize}\n`);
  });
}

/** Milliseconds of CPU a process has used; Linux only, `NaN` elsewhere. */
function cpuOf(pid: number): number {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}
