/** Which tasks does an agent get done, with how many calls, and how much does it have to read? */
import type { Client } from '@modelcontextprotocol/client';

import {
  annotateTools,
  type CallTool,
  runTask,
  startTaskSite,
  type TaskReport,
  tasks,
  type TaskSite,
  type TaskTools,
} from '@annotate-mcp/demo-tasks';

import type { Report } from '../../benchmark.ts';
import { type Connected, connectOurs } from '../ours.ts';
import { textOf } from '../over-mcp.ts';
import { connectPeer, type Peer, peers } from '../peers.ts';

import { devtoolsTools } from './devtools-tools.ts';
import { playwrightTools } from './playwright-tools.ts';

/** A server and how an agent uses it. */
interface Contestant {
  readonly name: string;
  readonly connect: (progress: Report['progress']) => Promise<Connected>;
  readonly tools: (call: CallTool, folder: string) => TaskTools;
}

const contestants: readonly Contestant[] = [
  {
    name: 'annotate-mcp',
    connect: connectOurs,
    tools: (call, root) => annotateTools({ call, root }),
  },
  // With its tools for coordinates, which it has only when they are asked for.
  peerWith('@playwright/mcp', ['--caps=vision'], playwrightTools),
  peerWith('chrome-devtools-mcp', ['--experimentalVision'], devtoolsTools),
];

function peerWith(
  name: string,
  more: readonly string[],
  tools: (title: string, call: CallTool, folder: string) => TaskTools,
): Contestant {
  const peer: Peer | undefined = peers.find((each) => each.name === name);
  if (peer === undefined) throw new Error(`There is no peer ${name}.`);
  return {
    name,
    connect: (progress) => connectPeer(peer, more, progress),
    tools: (call, folder) => tools(name, call, folder),
  };
}

export async function compareTasks(report: Report): Promise<void> {
  await using site = await startTaskSite();
  const results = new Map<string, readonly TaskReport[]>();
  for (const contestant of contestants) {
    try {
      results.set(contestant.name, await tryAll(contestant, site, report.progress));
    } catch (error) {
      // Without a network there is still ours.
      const [why = ''] = String(error).split('\n');
      report.progress(`tasks without ${contestant.name}: ${why}`);
    }
  }
  report.table(
    'tasks: how they are done, calls / characters that the agent reads',
    tasks.map(({ name }, index) => ({
      task: name,
      ...Object.fromEntries([...results].map(([who, rows]) => [who, cell(rows[index])])),
    })),
  );
  report.table(
    `all ${tasks.length} tasks`,
    [...results].map(([who, rows]) => summaryOf(who, rows)),
  );
  report.table(
    'why not by refs',
    [...results].flatMap(([who, rows]) => reasonsOf(who, rows)),
  );
  report.result('tasks', Object.fromEntries(results));
}

async function tryAll(
  { name, connect, tools: toolsOf }: Contestant,
  site: TaskSite,
  progress: Report['progress'],
): Promise<TaskReport[]> {
  await using connected = await connect(progress);
  const tools = toolsOf(callOf(connected.client), connected.folder);
  const reports: TaskReport[] = [];
  for (const task of tasks) {
    progress(`${name}: ${task.name}`);
    reports.push(await runTask(task, tools, site));
  }
  return reports;
}

function callOf(client: Client): CallTool {
  return async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: args }, { timeout: 60_000 });
    return { text: textOf(result), isError: result.isError === true };
  };
}

function cell(report: TaskReport | undefined): string {
  if (report === undefined) return '';
  const { outcome, calls, characters } = report;
  return outcome === 'failed' ? 'failed' : `${outcome} ${calls} / ${characters}`;
}

function summaryOf(who: string, rows: readonly TaskReport[]): Record<string, string | number> {
  const count = (outcome: TaskReport['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const done = rows.filter(({ outcome }) => outcome !== 'failed');
  const sum = (of: (row: TaskReport) => number) => done.reduce((total, row) => total + of(row), 0);
  return {
    server: who,
    'by refs': count('by refs'),
    'by CSS': count('by CSS'),
    failed: count('failed'),
    'calls per task': Math.round((10 * sum(({ calls }) => calls)) / done.length) / 10,
    'characters per task': Math.round(sum(({ characters }) => characters) / done.length),
  };
}

function reasonsOf(who: string, rows: readonly TaskReport[]): Record<string, string>[] {
  return rows
    .filter(({ outcome }) => outcome !== 'by refs')
    .map(({ task, outcome, why }) => ({
      server: who,
      task,
      outcome,
      why: why.replaceAll(/\s+/g, ' ').slice(0, 160),
    }));
}
