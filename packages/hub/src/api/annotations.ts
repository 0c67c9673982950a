/** Annotations over HTTP: listed, written, changed and removed; notes on a whole page; who has seen one; the export. */
import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import {
  AnnotateError,
  type Annotation,
  annotationsToMarkdown,
  code,
  isRecord,
  type Kind,
  kinds,
  nearestPlaces,
  openStatuses,
  type PageAction,
  placeKey,
  type Session,
  type Status,
  statuses,
} from '@annotate-mcp/core';
import { pagePayloadSchema, parseAs } from '@annotate-mcp/core/schema';
import { readJson, sendJson } from '@annotate-mcp/http';

import { addAnnotation, performAction } from '../person-actions.ts';
import { isKnownTo } from '../speaker.ts';
import { listAll } from '../sync-reader.ts';

import type { ApiCall, ApiDeps, Endpoint } from './endpoint.ts';

export const annotationEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'annotations', answer: (call) => listAnnotations(call) },
  {
    method: 'POST',
    path: 'annotations',
    answer: async (call) => createAnnotation(call, await readJson(...bodyOf(call))),
  },
  { method: 'PATCH', path: 'annotations/:id', answer: (call) => changeAnnotation(call) },
  { method: 'DELETE', path: 'annotations/:id', answer: (call) => removeAnnotation(call) },
  { method: 'GET', path: 'annotations/:id/seen', answer: sendSeen },
  { method: 'GET', path: 'page-notes', answer: (call) => listAnnotations(call, 'page') },
  {
    method: 'POST',
    path: 'page-notes',
    answer: async (call) => createAnnotation(call, toPageNote(await readJson(...bodyOf(call)))),
  },
  { method: 'PATCH', path: 'page-notes/:id', answer: (call) => changeAnnotation(call, requirePageNote) },
  { method: 'DELETE', path: 'page-notes/:id', answer: (call) => removeAnnotation(call, requirePageNote) },
  { method: 'GET', path: 'export', answer: exportAll },
];

/** `kind` limits the list and overrides the query. */
async function listAnnotations({ deps, response, query, speaker }: ApiCall, kind?: Kind): Promise<void> {
  const filter = parseFilter(query);
  const onlyKind = kind ?? filter.kind;
  const { annotations, nextCursor } = await deps.store.list(
    {
      appId: deps.appId,
      draftsOf: speaker.authorId,
      ...(filter.page !== undefined && { place: filter.page }),
      ...(filter.status !== undefined && { status: filter.status }),
      ...(onlyKind !== undefined && { kind: onlyKind }),
    },
    {
      ...(filter.limit !== undefined && { limit: filter.limit }),
      ...(filter.cursor !== undefined && { cursor: filter.cursor }),
    },
  );
  const { page } = filter;
  const nearest = annotations.length === 0 && page !== undefined ? await nearestPages(deps, page) : null;
  sendJson(response, 200, { annotations, nextCursor, ...(nearest !== null && { nearestPages: nearest }) });
}

function parseFilter(query: URLSearchParams): z.output<typeof listSchema> {
  return parseAs(listSchema, Object.fromEntries(query), invalidInput('The query'));
}

/** A request that is sent again is answered with the stored annotation. */
async function createAnnotation({ deps, response, speaker }: ApiCall, value: unknown): Promise<void> {
  const withId = isRecord(value) ? { id: randomUUID(), ...value } : value;
  const { draft = false } = parseAs(draftSchema, withId, invalidInput('The annotation'));
  const payload = parseAs(pagePayloadSchema, withId, invalidInput('The annotation'));
  deps.sources.dropForeignFiles(payload);
  const status = draft ? 'draft' : 'pending';
  const { annotation, isNew } = await addAnnotation(deps.store, payload, status, speaker, deps.now());
  sendJson(response, isNew ? 201 : 200, annotation);
}

/** `check` refuses an annotation that is not this endpoint's to change. */
async function changeAnnotation(call: ApiCall, check?: (annotation: Annotation) => void): Promise<void> {
  const { deps, response, name, speaker } = call;
  const change = parseAs(changeSchema, await readJson(...bodyOf(call)), invalidInput('The change'));
  const { after } = await performAction(deps.store, name, toPageAction(change), speaker, deps.now(), check);
  sendJson(response, 200, after);
}

/** An annotation that an agent may be working on is withdrawn and sent back; `null` says that it is gone. */
async function removeAnnotation(call: ApiCall, check?: (annotation: Annotation) => void): Promise<void> {
  const { deps, response, name, speaker } = call;
  const action = { type: 'delete' } as const;
  const { after } = await performAction(deps.store, name, action, speaker, deps.now(), check);
  sendJson(response, 200, { removed: after === null, annotation: after });
}

export function bodyOf({ request, maxBodyBytes }: ApiCall) {
  return [request, maxBodyBytes] as const;
}

export function invalidInput(subject: string) {
  return {
    code: 'annotation/invalid',
    subject,
    hint: 'Nothing was changed. Correct it and send it again.',
  } as const;
}

const listSchema = z.object({
  page: z.string().exactOptional(),
  status: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(statuses)) satisfies z.ZodType<Status[]>)
    .exactOptional(),
  kind: z.enum(kinds).exactOptional(),
  limit: z.coerce.number().int().positive().exactOptional(),
  cursor: z.string().max(500).exactOptional(),
});

const draftSchema = z.looseObject({ draft: z.boolean().exactOptional() });

const text = z.string().max(20_000).regex(/\S/, 'must not be blank');

/** One action for each request, so that it is applied or refused as a whole. */
const changeSchema = z
  .strictObject({
    annotationText: text.exactOptional(),
    reply: text.exactOptional(),
    accept: z.literal(true).exactOptional(),
    /** A message, or `true`. */
    reopen: z.union([z.literal(true), text]).exactOptional(),
    /** The client makes this id, so that sending the request again adds no second reply. */
    replyId: z.uuid().exactOptional(),
  })
  .refine(({ replyId, ...actions }) => Object.keys(actions).length === 1, {
    error: 'it needs exactly one of annotationText, reply, accept, reopen',
  });

function toPageAction(change: z.output<typeof changeSchema>): PageAction {
  const { annotationText, reply, reopen, replyId = randomUUID() } = change;
  if (annotationText !== undefined) return { type: 'edit', annotationText };
  if (reply !== undefined) return { type: 'reply', replyId, message: reply };
  if (reopen === undefined) return { type: 'accept' };
  return { type: 'reopen', replyId, ...(reopen !== true && { message: reopen }) };
}

export function notFoundError(what: string, id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no ${what} ${id}.`, {
    hint: 'It may have been removed meanwhile; reload to see what is there.',
  });
}

function toPageNote(value: unknown): unknown {
  return isRecord(value) ? { pageTitle: '', ...value, kind: 'page' } : value;
}

function requirePageNote(annotation: Annotation): void {
  if (annotation.kind !== 'page') throw notFoundError('page note', annotation.id);
}

interface SeenBy {
  readonly id: string;
  readonly name?: string;
  /** The last time. */
  readonly at: string;
}

async function sendSeen({ deps, response, name: id, speaker }: ApiCall): Promise<void> {
  const annotation = await deps.store.get(id);
  if (annotation === null || !isKnownTo(annotation, speaker)) throw notFoundError('annotation', id);
  sendJson(response, 200, { people: seenBy(await deps.store.sessions.list(), id) });
}

/** Each person once, the latest first. */
function seenBy(sessions: readonly Session[], annotationId: string): SeenBy[] {
  const latest = new Map<string, SeenBy>();
  for (const { authorId: id, authorName: name, seen } of sessions) {
    const at = seen?.[annotationId];
    if (id === undefined || at === undefined || at <= (latest.get(id)?.at ?? '')) continue;
    latest.set(id, { id, ...(name !== undefined && { name }), at });
  }
  return [...latest.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}

async function exportAll({ deps, response, query }: ApiCall): Promise<void> {
  const { page, status = openStatuses } = parseFilter(query);
  const annotations = await listAll(deps.store, {
    appId: deps.appId,
    origin: 'own',
    status,
    ...(page !== undefined && { place: page }),
  });
  const nearest = annotations.length === 0 && page !== undefined ? await nearestPages(deps, page) : null;
  const remark = nearest === null ? '' : describeNearest(nearest);
  const bytes = Buffer.from(annotationsToMarkdown(annotations, deps.now()) + remark);
  response.writeHead(200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}

function describeNearest(pages: readonly string[]): string {
  return pages.length === 0
    ? ''
    : `\nThe nearest pages that have annotations: ${pages.map(code).join(', ')}\n`;
}

/** The pages of this app whose addresses are most like one that has no annotations; `null` when it has some. */
async function nearestPages(
  { store, appId }: Pick<ApiDeps, 'store' | 'appId'>,
  asked: string,
): Promise<string[] | null> {
  const places = await store.places({ appId });
  return places.includes(placeKey(asked)) ? null : nearestPlaces(asked, places);
}
