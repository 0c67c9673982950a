/** Whatever a page sends, the hub answers it, stays open, and stores nothing that it could not read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { create, type HubMessage } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';
import { sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { authorIdFrom } from './author-id.ts';
import { listAll } from './sync-reader.ts';
import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const isFull = process.env.ANNOTATE_TEST_FULL === '1';
const numRuns = isFull ? 20_000 : 1_000;
const timeout = isFull ? 300_000 : 30_000;

const types = [
  'session:resume',
  'session:ping',
  ...['create', 'reply', 'delete', 'reopen', 'accept', 'edit', 'release', 'relink', 'adopt'].map(
    (name) => `annotation:${name}`,
  ),
  'batch:submit',
  'look:answer',
  '__proto__',
];

/** Half right: known names with values of every kind, so that many messages come past the first check. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    uuidOf(1),
    uuidOf(100),
    payload(7),
    'x',
    -1,
    '../../etc/passwd',
    '<img src=x onerror=alert(1)>',
  ),
);
const message = fc.record(
  {
    type: fc.constantFrom(...types),
    id: value,
    replyId: value,
    message: value,
    annotationText: value,
    payload: fc.oneof(
      value,
      fc.record({ ...mapped(payload(8)), status: value, authorId: value, replies: value }),
    ),
    place: value,
    ids: value,
    requestId: value,
    answer: fc.oneof(value, fc.record({ found: fc.boolean(), hidden: value, look: value, similar: value })),
    draft: value,
    authorSecret: value,
    authorId: value,
    local: value,
    trustRepository: value,
  },
  { requiredKeys: ['type'] },
);

it(
  'answers every message of a hostile visitor and lets none change what is not theirs',
  { timeout },
  async () => {
    // Before there is a hub: it takes so long that the hub would find its pages silent.
    const sent = fc.sample(message, { numRuns, seed: 20_261_115 });
    const token = 'q1W2e3R4t5Y6u7I8o9P0';
    const { connect, store, errors } = await startHub({ guard: { token } });
    const owners = authorIdFrom(uuidOf(1));
    await store.add(create(sampleContent('page', { appId: '.', authorId: owners }), 'pending', sampleTime));
    await store.add(
      create(sampleContent('page', { appId: '.', id: uuidOf(101), authorId: owners }), 'draft', sampleTime),
    );
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const visitor = await connect({ headers, protocols: ['annotate', `annotate-key.${token}`] });
    await visitor.resume({ authorSecret: uuidOf(2) });
    for (const [n, each] of sent.entries()) visitor.send(JSON.stringify({ ...each, ref: `f${n}` }));
    await visitor.first((answer) => isAnswerTo(answer, `f${numRuns - 1}`));
    const answered = new Set(visitor.received.flatMap((answer) => ('ref' in answer ? [answer.ref] : [])));
    expect(sent.filter((_, n) => n < numRuns - 1 && !answered.has(`f${n}`))).toEqual([]);
    const done = visitor.received.filter(({ type }) => type === 'message:done');
    expect(done.length).toBeGreaterThan(numRuns / 20);
    expect(errors).toEqual([]);
    expect(await store.get(uuidOf(101))).toMatchObject({ status: 'draft', authorId: owners });
    expect(await store.get(uuidOf(100))).toMatchObject({
      status: 'pending',
      annotationText: sampleContent('page').annotationText,
    });
    for (const stored of await listAll(store, { draftsOf: authorIdFrom(uuidOf(2)) })) {
      expect(annotationSchema.safeParse(stored).success).toBe(true);
      expect([owners, authorIdFrom(uuidOf(2))]).toContain(stored.authorId);
    }
  },
);

function isAnswerTo(answer: HubMessage, ref: string): boolean {
  return 'ref' in answer && answer.ref === ref;
}

function mapped(content: object): Record<string, fc.Arbitrary<unknown>> {
  const entries = Object.entries(content).map(([key, right]) => [
    key,
    fc.oneof(fc.constant(right as unknown), value),
  ]);
  return Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>;
}
