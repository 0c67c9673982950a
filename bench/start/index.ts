/** How long until an agent that starts us gets its first answer? */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { rounded, summarize } from '../samples.ts';

const rounds = 20;

/** An MCP server of somebody else, installed outside of this workspace: its start takes a native module. */
const peer = process.env.ANNOTATE_BENCH_PEER;

/** Answers `initialize` and nothing else: what Node itself takes to start and answer. */
const smallestServer = `process.stdin.on('data', (data) => {
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'smallest', version: '0' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(data).id, result }));
})`;

export const start: Benchmark = {
  name: 'start',
  title:
    'spawn → initialize answered (set ANNOTATE_BENCH_PEER to the script of another server to measure it beside)',
  run: async (report) => {
    const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    const ours = [bin(), '--root', root];
    const subjects: [string, string[]][] = [
      ['annotate-mcp', ours],
      ['baseline: a server of a few lines without any library', ['-e', smallestServer]],
      ...(peer !== undefined && existsSync(peer) ? [[`peer: ${peer}`, [peer]] as [string, string[]]] : []),
    ];
    try {
      const rows = [];
      for (const [what, args] of subjects) {
        report.progress(what);
        const runs = [];
        for (let round = 0; round < rounds; round++) runs.push(await startOnce(args));
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

function startOnce(args: readonly string[]): Promise<{ wall: number; cpu: number }> {
  return new Promise((done, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
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
