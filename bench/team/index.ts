/** Two team servers on one PostgreSQL: how soon pages and agents know, how many commits, and what a connection costs. */
import { startPostgres } from '@annotate-mcp/store/testing/postgres-server';
import { openDatabase } from '@annotate-mcp/team';

import type { Benchmark, Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

import { type Arrival, measureArrival } from './arrival.ts';
import { type Baseline, measureBaseline } from './baseline.ts';
import { type LoadResult, measureLoad, measureThroughput, type Team } from './load.ts';
import { annotations, projects, type Size, sizes } from './measures.ts';
import { modelRows } from './model.ts';
import { ServerProcess } from './server-process.ts';
import { fillProjects } from './team-fixture.ts';

const writers = 20;
/** As after a restart of the server. */
const arriving = 500;

export const team: Benchmark = {
  name: 'team',
  title: 'two team servers on one database: a comment reaches pages and agents, once and in order',
  run: async (report) => {
    const postgres = await startPostgres({ isDurable: true });
    try {
      await measure(await postgres.createDatabase(), report);
    } finally {
      await postgres.stop();
    }
  },
};

async function measure(databaseUrl: string, report: Report): Promise<void> {
  const database = await openDatabase(databaseUrl, (error) => report.progress(String(error)));
  const servers: ServerProcess[] = [];
  try {
    report.progress(`filling ${projects.length} projects with ${annotations} annotations`);
    await fillProjects(database, databaseUrl);
    report.progress('baseline');
    const baseline = await measureBaseline(databaseUrl, {
      sockets: (sizes[0]?.pages ?? 0) / projects.length,
      writers,
    });
    while (servers.length < 2) servers.push(await ServerProcess.start(databaseUrl));
    const set: Team = { database, databaseUrl, servers };
    report.progress(`${writers} pages write as fast as they can`);
    const commits = await measureThroughput(set, writers);
    const results: { size: Size; result: LoadResult }[] = [];
    for (const size of sizes) {
      report.progress(size.name);
      results.push({ size, result: await measureLoad(set, size) });
    }
    report.progress(`${arriving} pages at once`);
    const arrival = await measureArrival(set, arriving);
    const errors = servers.flatMap((server) => server.errors);
    if (errors.length > 0) throw new Error(`The servers logged errors, first: ${errors[0]}`);
    publish(report, baseline, commits, results);
    publishArrival(report, arrival);
  } catch (error) {
    for (const { errors } of servers) for (const line of errors.slice(0, 3)) report.progress(line);
    throw error;
  } finally {
    for (const server of servers) await server.stop();
    await database.close();
  }
}

function publish(
  report: Report,
  baseline: Baseline,
  commits: number,
  results: readonly { size: Size; result: LoadResult }[],
): void {
  const bare = baseline.commit.p50 + baseline.broadcast.p50;
  const row = (what: string, { n, p50, p95 }: Baseline['commit']) => ({
    what,
    n,
    p50,
    p95,
    '÷ bare': rounded(p50 / bare),
  });
  for (const { size, result } of results)
    report.table(`${size.name}: from sending a comment (ms)`, [
      row('→ confirmed to its author (committed)', result.confirmed),
      row('→ a page has it', result.toPage),
      row('→ its agent has it (watch_annotations)', result.toAgent),
      row('bare: commit, notification and read by another connection', baseline.commit),
      row('bare: broadcast to as many sockets', baseline.broadcast),
    ]);
  report.table('commits a second', [
    {
      what: `${writers} pages, each at once again`,
      commits,
      'bare ÷ this': rounded(baseline.commits / commits),
    },
    { what: `bare: ${writers} connections`, commits: baseline.commits, 'bare ÷ this': 1 },
  ]);
  report.table(
    'the servers together',
    results.map(({ size, result: { memoryPerPage, cpu, commits: done } }) => ({
      size: size.name,
      'commits/s': done,
      'KB for each page': Math.round(memoryPerPage / 1_024),
      'processor s/s': cpu,
    })),
  );
  const measured = results.at(-1)?.result;
  if (measured !== undefined)
    report.table(
      'larger installations, by a model of these figures (20 pages of a project, a comment of each every 16 minutes)',
      modelRows({
        msPerChange: (measured.cpu * 1_000) / measured.commits,
        kilobytesPerPage: Math.max(...results.map(({ result }) => result.memoryPerPage / 1_024)),
        commits,
        msPerRead: baseline.commit.p50,
      }),
    );
  report.result('baseline', baseline);
  report.result('commits', commits);
  for (const { size, result } of results) report.result(size.name, result);
}

/** Goals: all pages in 5 s, and `/health` never above 100 ms. */
function publishArrival(report: Report, { pages, seconds, health }: Arrival): void {
  report.table(`${pages} pages open at the same moment at one server, each with its own token`, [
    {
      'all have what they show (s)': seconds,
      '/health meanwhile, p50 (ms)': health.p50,
      'p95 (ms)': health.p95,
      'longest (ms)': health.max,
      goal: `≤ 5 s: ${seconds <= 5 ? 'met' : 'missed'}; ≤ 100 ms: ${health.max <= 100 ? 'met' : 'missed'}`,
    },
  ]);
  report.result('arrival', { pages, seconds, health });
}
