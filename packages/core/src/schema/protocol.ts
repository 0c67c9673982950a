import { z } from 'zod';

import type { Manifest } from '../manifest.ts';
import { mostMentions } from '../mentions.ts';
import { pageAbilities } from '../page-abilities.ts';
import { plainActionNames } from '../page-actions.ts';
import { type HubMessage, mostReadWhole, type PageMessage, type PagePayload } from '../protocol.ts';

import { addressee, agentName as agentNameOf, annotationSchema, annotationText } from './annotation.ts';
import { lookRequestSchema, pageLookSchema } from './look.ts';
import { pageShapes, pageTargetSchema } from './page-target.ts';
import { agentPresenceSchema, personSchema, sessionSchema } from './session.ts';
import { capped, notBlank, pageUrl } from './text.ts';
import { questionSchema, workSchema } from './work.ts';

const id = z.uuid();
const message = notBlank(capped(20_000));
const cursor = capped(500);
const restList = z.enum(['open', 'closed']);
/** The hub shortens it with `cleanName`; a longer one is not a name. */
const personName = capped(500);
const agentName = agentNameOf(capped);
const mentions = z.array(addressee(capped)).max(mostMentions).exactOptional();
const stated = { id, annotationText, mentions, assignee: addressee(capped).exactOptional() };
const shapes = pageShapes();

/** A new annotation from a page. What is not in the model is dropped. */
export const pagePayloadSchema: z.ZodType<PagePayload> = z.discriminatedUnion('kind', [
  z.object({ ...stated, ...shapes.component }),
  z.object({ ...stated, ...shapes.element }),
  z.object({ ...stated, ...shapes.text }),
  z.object({ ...stated, ...shapes.page }),
]);

const ref = capped(200).exactOptional();

export const pageMessageSchema: z.ZodType<PageMessage> = z.discriminatedUnion('type', [
  z.object({
    ref,
    type: z.literal('session:resume'),
    protocol: z.int(),
    sessionId: id.exactOptional(),
    authorSecret: id,
    formerAuthorId: id.exactOptional(),
    name: personName.exactOptional(),
    projectId: z.string().max(200).exactOptional(),
    url: pageUrl(capped),
    cursor: cursor.exactOptional(),
    inPortions: z.boolean().exactOptional(),
  }),
  z.object({ ref, type: z.literal('session:ping'), url: pageUrl(capped).exactOptional() }),
  z.object({ ref, type: z.literal('annotations:next'), list: restList, next: cursor }),
  z.object({ ref, type: z.literal('annotations:whole'), ids: z.array(id).max(mostReadWhole) }),
  z.object({ ref, type: z.literal('annotations:page'), url: pageUrl(capped) }),
  z.object({ ref, type: z.literal('person:rename'), name: personName }),
  z.object({ ref, type: z.literal('thread:seen'), id }),
  z.object({
    ref,
    type: z.literal('annotation:create'),
    payload: pagePayloadSchema,
    draft: z.boolean().exactOptional(),
  }),
  z.object({ ref, type: z.literal('annotation:reply'), id, replyId: id, message, mentions }),
  z.object({
    ref,
    type: z.literal('annotation:reopen'),
    id,
    replyId: id,
    message: message.exactOptional(),
    mentions,
  }),
  z.object({
    ref,
    type: z.literal('annotation:assign'),
    id,
    assignee: addressee(capped).nullable(),
  }),
  z.object({
    ref,
    type: z.literal('annotation:adopt'),
    id,
    trustRepository: z.literal(true).exactOptional(),
  }),
  z.object({ ref, type: z.literal('annotation:handOver'), id, to: agentName.nullable() }),
  z.object({ ref, type: z.literal('annotation:edit'), id, annotationText, mentions }),
  z.object({ ref, type: z.enum(plainActionNames.map((name) => `annotation:${name}` as const)), id }),
  z.object({ ref, type: z.literal('annotation:relink'), id, place: pageTargetSchema }),
  z.object({ ref, type: z.literal('batch:submit'), ids: z.array(id).max(1_000).exactOptional() }),
  z.object({ ref, type: z.literal('look:answer'), requestId: id, answer: pageLookSchema }),
]);

export const hubMessageSchema: z.ZodType<HubMessage> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session:created'),
    protocol: z.int(),
    session: sessionSchema,
    authorId: z.string(),
    name: z.string().exactOptional(),
    may: z.array(z.enum(pageAbilities)).exactOptional(),
    local: z.boolean().exactOptional(),
    people: z.array(personSchema).exactOptional(),
  }),
  z.object({ type: z.literal('people'), people: z.array(personSchema) }),
  z.object({ type: z.literal('annotation:created'), annotation: annotationSchema, cursor }),
  z.object({ type: z.literal('annotation:updated'), annotation: annotationSchema, cursor }),
  z.object({ type: z.literal('annotation:removed'), id: z.string(), cursor }),
  z.object({
    type: z.literal('annotations:sync'),
    annotations: z.array(annotationSchema),
    cursor,
    briefs: z.array(annotationSchema).exactOptional(),
    rest: z
      .object({ counts: z.record(restList, z.int()), next: z.record(restList, z.string().nullable()) })
      .exactOptional(),
  }),
  z.object({
    type: z.literal('annotations:part'),
    annotations: z.array(annotationSchema),
    briefs: z.array(annotationSchema),
    read: z.object({ list: restList, from: z.string(), next: z.string().nullable() }).exactOptional(),
  }),
  z.object({ type: z.literal('annotations:counts'), counts: z.record(restList, z.int()) }),
  z.object({ type: z.literal('message:done'), ref: z.string() }),
  z.object({ type: z.literal('thread:seen'), id: z.string(), authorId: z.string() }),
  z.object({ type: z.literal('manifest:update') }),
  z.object({ type: z.literal('agents:presence'), agents: z.array(agentPresenceSchema) }),
  z.object({
    type: z.literal('work:state'),
    works: z.array(workSchema),
    questions: z.array(questionSchema),
    settings: z.array(questionSchema).exactOptional(),
    canStart: z.boolean(),
  }),
  z.object({ type: z.literal('look:request'), request: lookRequestSchema }),
  z.object({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    hint: z.string().exactOptional(),
    id: z.string().exactOptional(),
    ref: z.string().exactOptional(),
  }),
]);

export const manifestSchema = z.record(
  z.string(),
  z.object({
    component: z.string(),
    template: z.string().exactOptional(),
    selector: z.string().exactOptional(),
    usedBy: z.int().positive().exactOptional(),
    primitive: z.literal(true).exactOptional(),
    html: z.record(z.string(), z.string()).exactOptional(),
  }),
) satisfies z.ZodType<Manifest>;
