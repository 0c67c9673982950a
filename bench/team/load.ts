/** People comment at a steady pace while all pages and agents are connected. Nothing may be lost, doubled or out of order. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { resolve } from '@annotate-mcp/core';
import { sampleAgent } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';
import type { Database } from '@annotate-mcp/team';

import { rounded, type Summary, summarize } from '../samples.ts';

import type { Agent } from './agent.ts';
import { connectAgents, connectPages } from './connect.ts';
import { Deliveries, requireEveryChange } from './deliveries.ts';
import {
  commentsOfEach,
  paceMs,
  type Project,
  projects,
  secondsOfThroughput,
  type Size,
} from './measures.ts';
import type { Page } from './page.ts';
import type { ServerProcess } from './server-process.ts';

export interface Team {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly servers: readonly ServerProcess[];
}

export interface LoadResult {
  readonly confirmed: Summary;
  readonly toPage: Summary;
  readonly toAgent: Summary;
  /** Commits a second, answers of agents included. */
  readonly commits: number;
  /** Resident bytes of both servers that came with each page, without comments. */
  readonly memoryPerPage: number;
  /** Seconds of processor time that both servers used in a second. */
  readonly cpu: number;
}

export async function measureLoad(team: Team, size: Size): Promise<LoadResult> {
  const { database, servers } = team;
  const deliveries = new Deliveries();
  const before = await usageOf(servers);
  const pages = await connectPages(database, servers, size.pages, deliveries.onChange);
  const connected = await usageOf(servers);
  const authors = pages.slice(0, size.agents);
  const agents = await connectAgents(database, servers, authors);
  const begun = await usageOf(servers);
  const startedAt = performance.now();
  await commentSteadily(authors, deliveries);
  const seconds = (performance.now() - startedAt) / 1_000;
  const ended = await usageOf(servers);
  const isAnswered = async () => (await stored(team, deliveries, ['resolved'])) === deliveries.sent.size;
  await until('every comment is resolved', isAnswered);
  await requireAllSeen(team, pages);
  requireEachOnce(deliveries, agents);
  for (const agent of agents) await agent.end();
  for (const page of pages) page.close();
  const { confirmed, toPage, toAgent } = deliveries;
  return {
    confirmed: summarize(confirmed),
    toPage: summarize(toPage),
    toAgent: summarize(toAgent),
    commits: rounded((confirmed.length + toAgent.length) / seconds),
    memoryPerPage: Math.round((connected.memory - before.memory) / size.pages),
    cpu: rounded((ended.cpu - begun.cpu) / seconds),
  };
}

/** Each author comments at the same pace, not all at the same moment. */
async function commentSteadily(authors: readonly Page[], deliveries: Deliveries): Promise<void> {
  const from = performance.now();
  const write = async (page: Page, index: number): Promise<void> => {
    for (let n = 0; n < commentsOfEach; n++) {
      const due = from + (n + index / authors.length) * paceMs;
      await delay(Math.max(0, due - performance.now()));
      await deliveries.comment(page, randomUUID());
    }
  };
  await Promise.all(authors.map(write));
}

/** How many comments a second are confirmed when each author sends the next one at once. */
export async function measureThroughput(team: Team, count: number): Promise<number> {
  const deliveries = new Deliveries();
  const pages = await connectPages(team.database, team.servers, count, deliveries.onChange);
  const from = performance.now();
  const end = from + secondsOfThroughput * 1_000;
  await Promise.all(
    pages.map(async (page) => {
      while (performance.now() < end) await deliveries.comment(page, randomUUID());
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  await requireAllSeen(team, pages);
  if ((await stored(team, deliveries, ['pending'])) !== deliveries.confirmed.length)
    throw new Error('A comment that was confirmed is not in the database.');
  await resolveAll(team, deliveries);
  for (const page of pages) page.close();
  return rounded(deliveries.confirmed.length / seconds);
}

/** So that there are as many open annotations as before. */
async function resolveAll({ databaseUrl }: Team, { sent }: Deliveries): Promise<void> {
  for (const project of projects) {
    const store = await openStore(`${databaseUrl}?project=${project}`);
    await store.updateAll({ ids: [...sent.keys()] }, (one) => resolve(one, sampleAgent, new Date()));
    await store.close();
  }
}

async function usageOf(servers: readonly ServerProcess[]): Promise<{ memory: number; cpu: number }> {
  // What the last step left is collected while nothing happens.
  await delay(1_000);
  const each = await Promise.all(servers.map((server) => server.usage()));
  return {
    memory: each.reduce((sum, { memory }) => sum + memory, 0),
    cpu: each.reduce((sum, { cpu }) => sum + cpu, 0),
  };
}

/** The number of the last change of each project, from the store itself. */
async function headsOf({ databaseUrl }: Team): Promise<Map<Project, number>> {
  const heads = new Map<Project, number>();
  for (const project of projects) {
    const store = await openStore(`${databaseUrl}?project=${project}`);
    const head = await store.head();
    await store.close();
    heads.set(project, Number(head.split('.')[1]));
  }
  return heads;
}

/** How many of the comments are in the database with one of these statuses. */
async function stored(
  { database }: Team,
  { sent }: Deliveries,
  statuses: readonly string[],
): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM annotate.annotations WHERE id = ANY($1) AND status = ANY($2)',
    [[...sent.keys()], statuses],
  );
  return row?.n ?? 0;
}

/** Waits until every page has as many changes as there are; then each must be the right one. */
async function requireAllSeen(team: Team, pages: readonly Page[]): Promise<void> {
  const heads = await headsOf(team);
  const isBehind = ({ project, start, numbers }: Page) => start + numbers.length < (heads.get(project) ?? 0);
  await until('every page has every change', async () => !pages.some(isBehind));
  for (const page of pages) requireEveryChange(page, heads.get(page.project) ?? 0);
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > limit) throw new Error(`After a minute it is not so that ${what}.`);
    await delay(100);
  }
}

/** Every comment reached its agent once. */
function requireEachOnce(deliveries: Deliveries, agents: readonly Agent[]): void {
  const seen = new Set<string>();
  for (const { id, at } of agents.flatMap(({ arrivals }) => arrivals)) {
    const sentAt = deliveries.sent.get(id);
    if (sentAt === undefined) continue;
    if (seen.has(id)) throw new Error(`Comment ${id} reached its agent twice.`);
    seen.add(id);
    deliveries.toAgent.push(at - sentAt);
  }
  if (seen.size !== deliveries.sent.size)
    throw new Error(`${deliveries.sent.size - seen.size} comments reached no agent.`);
}
