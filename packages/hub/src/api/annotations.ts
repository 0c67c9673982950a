import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import {
  accept,
  AnnotateError,
  deleteOrWithdraw,
  editText,
  type Kind,
  kinds,
  reopen,
  reply,
  type Status,
  statuses,
} from '@annotate-mcp/core';
import { pagePayloadSchema, parseAs } from '@annotate-mcp/core/schema';
import { readJson, sendJson } from '@annotate-mcp/http';

import { add, moveOne, noteOf, type PersonMove } from '../moves.ts';

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

/** `kind` narrows it whatever the query says. */
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

/** Sending it again is answered with what is stored. */
export async function addOne({ office, response, speaker }: Call, value: unknown): Promise<void> {
  const stated = typeof value === 'object' && value !== null ? { id: randomUUID(), ...value } : value;
  const { draft = false } = parseAs(draftSchema, stated, malformed('The annotation'));
  const payload = parseAs(pagePayloadSchema, stated, malformed('The annotation'));
  const status = draft ? 'draft' : 'pending';
  const { annotation, isNew } = await add(office.store, payload, status, speaker, office.now());
  sendJson(response, isNew ? 201 : 200, annotation);
}

/** `allowed` refuses what is not this endpoint's to change. */
export async function change(call: Call, allowed: PersonMove = (annotation) => annotation): Promise<void> {
  const { office, response, name, speaker } = call;
  const action = parseAs(actionSchema, await readJson(...body(call)), malformed('The change'));
  const move = moveFor(action, office.now());
  const { after } = await moveOne(office.store, name, speaker, (annotation, by) => {
    allowed(annotation, by);
    return move(annotation, by);
  });
  sendJson(response, 200, after);
}

/** What an agent may be working on is withdrawn, and comes back; what is gone comes back as `null`. */
export async function remove(call: Call, allowed: PersonMove = (annotation) => annotation): Promise<void> {
  const { office, response, name, speaker } = call;
  const at = office.now();
  const { after } = await moveOne(office.store, name, speaker, (annotation, by) => {
    allowed(annotation, by);
    return deleteOrWithdraw(annotation, by, at);
  });
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

/** One action at a time, so that it is done or not done. */
const actionSchema = z
  .strictObject({
    annotationText: text.exactOptional(),
    reply: text.exactOptional(),
    accept: z.literal(true).exactOptional(),
    /** With words, or `true`. */
    reopen: z.union([z.literal(true), text]).exactOptional(),
    /** Made by whoever says it, so that a resend never doubles. */
    replyId: z.uuid().exactOptional(),
  })
  .refine(({ replyId, ...actions }) => Object.keys(actions).length === 1, {
    error: 'it needs exactly one of annotationText, reply, accept, reopen',
  });

function moveFor(action: z.output<typeof actionSchema>, at: Date): PersonMove {
  const { annotationText, reply: said, reopen: again, replyId = randomUUID() } = action;
  if (annotationText !== undefined) return (annotation, by) => editText(annotation, by, at, annotationText);
  if (said !== undefined)
    return (annotation, by) => reply(annotation, by, at, { id: replyId, message: said });
  if (again === undefined) return (annotation, by) => accept(annotation, by, at);
  const note = noteOf(replyId, again === true ? undefined : again);
  return (annotation, by) => reopen(annotation, by, at, note);
}

export function noSuch(what: string, id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no ${what} ${id}.`, {
    hint: 'It may have been removed meanwhile.',
  });
}
