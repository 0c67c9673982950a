/** Connects pages and agents to the servers in turn, so that each project has both kinds at both servers. */
import type { Database } from '@annotate-mcp/team';

import { Agent } from './agent.ts';
import { inTurn, projects } from './measures.ts';
import { type OnChange, Page } from './page.ts';
import type { ServerProcess } from './server-process.ts';
import { createTokens } from './team-fixture.ts';

/** Fewer at once than a person's own machine could send. */
const atOnce = 20;

export async function connectPages(
  database: Database,
  servers: readonly ServerProcess[],
  count: number,
  onChange: OnChange,
): Promise<Page[]> {
  const tokens = await createPageTokens(database, count);
  const pages: Page[] = [];
  for (let from = 0; from < count; from += atOnce)
    pages.push(...(await openPages(servers, tokens.slice(from, from + atOnce), onChange, from)));
  return pages;
}

export function createPageTokens(database: Database, count: number): Promise<string[]> {
  const wanted = Array.from({ length: count }, (_, n) => inTurn(projects, n));
  return createTokens(database, 'reviewer', wanted);
}

/** All at once. `from` is the number of the first. */
export function openPages(
  servers: readonly ServerProcess[],
  tokens: readonly string[],
  onChange: OnChange,
  from = 0,
): Promise<Page[]> {
  return Promise.all(
    tokens.map((token, index) => {
      const n = from + index;
      return Page.open({ url: serverFor(servers, n).url, project: inTurn(projects, n), token }, onChange);
    }),
  );
}

/** One for each of these pages, at the other server than the page. */
export async function connectAgents(
  database: Database,
  servers: readonly ServerProcess[],
  pages: readonly Page[],
): Promise<Agent[]> {
  const tokens = await createTokens(
    database,
    'agent',
    pages.map(({ project }) => project),
  );
  return Promise.all(
    pages.map(async ({ project, sessionId }, n) => {
      const place = { url: serverFor(servers, n + projects.length).url, project, token: inTurn(tokens, n) };
      const agent = await Agent.connect(place);
      agent.workFor(sessionId);
      return agent;
    }),
  );
}

/** The first pages of all projects go to the first server, the next ones to the second. */
function serverFor(servers: readonly ServerProcess[], n: number): ServerProcess {
  return inTurn(servers, Math.floor(n / projects.length));
}
