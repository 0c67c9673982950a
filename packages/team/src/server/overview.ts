/** What the page at `/` asks: the projects of the person, the list of one, the choices of its filters, and what was read. */
import { z } from 'zod';

import { type Caller, type Handler, HttpError, readJson, sendJson } from '@annotate-mcp/http';
import type { Store } from '@annotate-mcp/store';

import type { Database } from '../database/database.ts';
import type { ChoicesAnswer, ListAnswer, ProjectsAnswer } from '../overview/answers.ts';
import { appId, findAnnotations, shownNames } from '../overview/find-annotations.ts';
import { countProject, markSeen, readChoices } from '../overview/read-overview.ts';
import { findMemberships } from '../people/memberships.ts';

import { sessionsIn } from './cookies.ts';
import type { OpenProjects } from './open-projects.ts';
import { requireMethod } from './require-method.ts';
import type { OverviewPart } from './team-address.ts';

export interface OverviewDeps {
  readonly database: Database;
  readonly projects: OpenProjects;
}

export type OverviewHandlers = Readonly<Record<OverviewPart | 'projects', Handler>>;

export function createOverview(deps: OverviewDeps): OverviewHandlers {
  return {
    projects: listProjects(deps),
    list: listAnnotations(deps),
    choices: listChoices(deps),
    seen: saveSeen(deps),
  };
}

function listProjects({ database, projects }: OverviewDeps): Handler {
  return async (request, response) => {
    requireMethod(request, 'GET');
    const memberships = await findMemberships(database, sessionsIn(request)[0] ?? '');
    const [first] = memberships;
    // The tables of a store are made when the first project is opened, and are the same for all.
    if (first !== undefined) await withStore(projects, first.project, async () => undefined);
    const counted = [];
    for (const membership of memberships) counted.push(await countProject(database, membership));
    sendJson(response, 200, { projects: counted } satisfies ProjectsAnswer, privately);
  };
}

function listAnnotations({ database, projects }: OverviewDeps): Handler {
  return async (request, response, { query, caller }) => {
    requireMethod(request, 'GET');
    const reader = readerOf(caller);
    const { limit, after, ...filter } = parse(listSchema, Object.fromEntries(query));
    const answer = await withStore(projects, reader.project, async (store): Promise<ListAnswer> => {
      // Before the list is read: what happens meanwhile is told by the socket again.
      const cursor = await store.head();
      const { ids, unread, next } = await findAnnotations(database, reader, filter, { limit, after });
      const found = await store.list({ ids, appId, draftsOf: reader.member }, { limit: mostListed });
      const byId = new Map(found.annotations.map((annotation) => [annotation.id, annotation]));
      return { annotations: ids.flatMap((id) => byId.get(id) ?? []), unread, next, cursor };
    });
    sendJson(response, 200, answer, privately);
  };
}

function listChoices({ database, projects }: OverviewDeps): Handler {
  return async (request, response, { caller }) => {
    requireMethod(request, 'GET');
    const reader = readerOf(caller);
    const choices = await withStore(projects, reader.project, (store): Promise<ChoicesAnswer> =>
      readChoices(database, store, reader),
    );
    sendJson(response, 200, choices, privately);
  };
}

function saveSeen({ database, projects }: OverviewDeps): Handler {
  return async (request, response, { caller, maxBodyBytes }) => {
    requireMethod(request, 'POST');
    const reader = readerOf(caller);
    const seen = parse(seenSchema, await readJson(request, maxBodyBytes));
    await withStore(projects, reader.project, () => markSeen(database, reader, seen));
    sendJson(response, 200, {}, privately);
  };
}

/** The project stays open until `work` is done. */
async function withStore<Result>(
  projects: OpenProjects,
  project: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { store, done } = await projects.use(project);
  try {
    return await work(store);
  } finally {
    done();
  }
}

const privately = { 'Cache-Control': 'no-store' };

/** As many as one answer has at most. */
const mostListed = 200;

const name = z.string().min(1).max(300);
const listSchema = z.object({
  show: z.enum(shownNames).default('open'),
  author: name.exactOptional(),
  assignee: name.exactOptional(),
  page: z.string().min(1).max(4_096).exactOptional(),
  text: z.string().max(1_000).exactOptional(),
  id: z.uuid().exactOptional(),
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(mostListed).default(50),
});
const seenSchema = z.object({ id: z.uuid(), at: z.iso.datetime() });

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpError(400, 'overview/invalid', `The request is not valid: ${z.prettifyError(parsed.error)}`, {
    hint: 'Correct what is named, and send it again.',
  });
}

function readerOf(caller: Caller | undefined): { project: string; member: string } {
  // Only sessions are let in here, and each is of a person.
  if (!caller?.person) throw new Error('The guard let a request in without a person.');
  return { project: caller.project, member: caller.person.id };
}
