import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import {
  AnnotateError,
  type Annotation,
  type Kind,
  kinds,
  type PageAction,
  type Status,
  statuses,
} from '@annotate-mcp/core';
import { pagePayloadSchema, parseAs } from '@annotate-mcp/core/schema';
import { readJson, sendJson } from '@annotate-mcp/http';

import { addAnnotation, performAction } from '../person-actions.ts';

import type { Call, Endpoint } from './endpoint.ts';

export const annotationEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'annotations', answer: (call) => list(call) },
  {
    method: 'POST',
    path: 'annotations',
    answer: async (call) => addOne(call, await readJson(...body(call))),
  },
  { method: 'PATCH', path: 'annotations/:id', answer: (call) => change(call) },
  { method: 'DELETE', path: 'annotations/:id', answer: (call) => remove(call) },
];

/** `kind` limits the list and overrides the query. */
export async function list({ office, response, query, speaker }: Call, kind?: Kind): Promise<void> {
  const asked = parseAs(listSchema, Object.fromEntries(query), malformed('The query'));
  const wanted = kind ?? asked.kind;
  const { annotations, nextCursor } = await office.store.list(
    {
      appId: office.appId,
      draftsOf: speaker.authorId,
      ...(asked.page !== undefined && { place: asked.page }),
      ...(asked.status !== undefined && { status: asked.status }),
      ...(wanted !== undefined && { kind: wanted }),
    },
    {
      ...(asked.limit !== undefined && { limit: asked.limit }),
      ...(asked.cursor !== undefined && { cursor: asked.cursor }),
    },
  );
  sendJson(response, 200, { annotations, nextCursor });
}

/** A request that is sent again is answered with the stored annotation. */
export async function addOne({ office, response, speaker }: Call, value: unknown): Promise<void> {
  const stated = typeof value === 'object' && value !== null ? { id: randomUUID(), ...value } : value;
  const { draft = false } = parseAs(draftSchema, stated, malformed('The annotation'));
  const payload = parseAs(pagePayloadSchema, stated, malformed('The annotation'));
  const status = draft ? 'draft' : 'pending';
  const { annotation, isNew } = await addAnnotation(office.store, payload, status, speaker, office.now());
  sendJson(response, isNew ? 201 : 200, annotation);
}

/** `check` refuses an annotation that is not this endpoint's to change. */
export async function change(call: Call, check?: (annotation: Annotation) => void): Promise<void> {
  const { office, response, name, speaker } = call;
  const change = parseAs(changeSchema, await readJson(...body(call)), malformed('The change'));
  const { after } = await performAction(office.store, name, actionIn(change), speaker, office.now(), check);
  sendJson(response, 200, after);
}

/** An annotation that an agent may be working on is withdrawn and sent back; `null` says that it is gone. */
export async function remove(call: Call, check?: (annotation: Annotation) => void): Promise<void> {
  const { office, response, name, speaker } = call;
  const action = { type: 'delete' } as const;
  const { after } = await performAction(office.store, name, action, speaker, office.now(), check);
  sendJson(response, 200, { removed: after === null, annotation: after });
}

export function body({ request, maxBodyBytes }: Call) {
  return [request, maxBodyBytes] as const;
}

export function malformed(subject: string) {
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

function actionIn(change: z.output<typeof changeSchema>): PageAction {
  const { annotationText, reply, reopen, replyId = randomUUID() } = change;
  if (annotationText !== undefined) return { type: 'edit', annotationText };
  if (reply !== undefined) return { type: 'reply', replyId, message: reply };
  if (reopen === undefined) return { type: 'accept' };
  return { type: 'reopen', replyId, ...(reopen !== true && { message: reopen }) };
}

export function noSuch(what: string, id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no ${what} ${id}.`, {
    hint: 'It may have been removed meanwhile.',
  });
}
