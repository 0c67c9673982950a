import { describe, expect, it } from 'vitest';

import {
  type Annotation,
  compareRecords,
  type ProofAfter,
  recordAfter,
  recordBefore,
  recordLate,
  reopen,
} from '@annotate-mcp/core';
import { sampleAnnotation, samplePageRecord, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

import { pageWillTell } from './proof-notices.ts';

const id = uuidOf(1);
const system = { type: 'system' } as const;
const side = (minute: number) => ({ takenAt: `2026-11-15T09:${minute}:00.000Z`, record: `${minute}.json` });

const broken: ProofAfter = {
  ...side(50),
  verdict: 'broken',
  changes: [],
  outside: { count: 0, pushed: 0, examples: [] },
  failure: { kind: 'overlay', message: 'Unexpected token', file: 'src/App.tsx', line: 3, column: 9 },
};

async function resolvedByAgent() {
  const { store, connect } = await startLinked();
  await store.add(sampleAnnotation({ id }));
  await store.update(id, (one) => recordBefore(one, system, side(30)));
  const { call } = await connect();
  await call('acknowledge', { id });
  const answer = await call('resolve', { id, summary: 'Done.' });
  let minute = 40;
  /** A page says that the target shows `text` now, and the heading `heading`. */
  const pageShows = (text: string, heading?: string) =>
    store.update(id, (one: Annotation) =>
      recordAfter(one, system, {
        ...side(minute++),
        ...compareRecords(samplePageRecord('Sign in'), samplePageRecord(text, heading)),
      }),
    );
  /** In one transaction, as one look at the page would. */
  const breaks = (...ids: string[]) =>
    store.updateAll({ ids }, (one: Annotation) => recordAfter(one, system, broken));
  return { store, call, answer, pageShows, breaks };
}

describe('an agent that resolved an annotation', () => {
  it('is told that the page is looked at, and with its next call what changed, once', async () => {
    const { call, answer, pageShows } = await resolvedByAgent();
    expect(answer).toMatchObject({ next: pageWillTell });
    expect(await call('list_sessions', {})).not.toHaveProperty('notices');
    await pageShows('Log in', 'Store');
    expect(await call('list_sessions', {})).toMatchObject({
      notices: [
        `After your change to annotation ${id} the page shows (read off the page): text “Sign in” → “Log in”. Also changed: 1 element outside: h1 "Store" (text).`,
      ],
    });
    expect(await call('list_sessions', {})).not.toHaveProperty('notices');
  });

  it('is told that nothing changed, once', async () => {
    const { call, pageShows } = await resolvedByAgent();
    await pageShows('Sign in');
    const { notices } = (await call('get_all_pending', {})) as { notices: string[] };
    expect(notices).toEqual([expect.stringContaining('nothing changed on the page.')]);
    await pageShows('Log in');
    expect(await call('get_all_pending', {})).not.toHaveProperty('notices');
  });

  it('is told of an error that a slow dev server shows after the verdict', async () => {
    const { store, call, pageShows } = await resolvedByAgent();
    await pageShows('Log in');
    await call('list_sessions', {});
    const watching = call('watch_annotations', { timeoutMs: 30_000 });
    await store.update(id, (one) => recordLate(one, system, broken));
    expect(await watching).toMatchObject({ notices: [expect.stringContaining('"Unexpected token"')] });
  });

  it('that watches is woken when nothing changed', async () => {
    const { call, pageShows } = await resolvedByAgent();
    const watching = call('watch_annotations', { timeoutMs: 30_000 });
    await pageShows('Sign in');
    expect(await watching).toMatchObject({
      annotations: [],
      notices: [expect.stringContaining('nothing changed on the page.')],
    });
  });

  it('is told at once what broke the page, and once for all that it did before', async () => {
    const { store, call, breaks } = await resolvedByAgent();
    await store.add(sampleAnnotation({ id: uuidOf(2) }));
    await store.update(uuidOf(2), (one) => recordBefore(one, system, side(31)));
    await call('acknowledge', { id: uuidOf(2) });
    await call('resolve', { id: uuidOf(2) });
    const watching = call('watch_annotations', { timeoutMs: 30_000 });
    await breaks(id, uuidOf(2));
    expect(await watching).toMatchObject({
      notices: [
        `After your changes to annotations ${id}, ${uuidOf(2)} the page is broken. It says (read off the page): "Unexpected token" in src/App.tsx:3:9. Fix it now: the page is compared again when it works.`,
      ],
    });
    expect(await call('list_sessions', {})).not.toHaveProperty('notices');
  });

  it('that watches is not woken when something changed', async () => {
    const { call, pageShows } = await resolvedByAgent();
    await pageShows('Log in');
    expect(await call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
      status: 'timeout',
      notices: [expect.stringContaining('Log in')],
    });
  });

  it('hears nothing about one that was re-opened meanwhile', async () => {
    const { store, call, pageShows } = await resolvedByAgent();
    await pageShows('Sign in');
    await store.update(id, (one) => reopen(one, { type: 'person', authorId: one.authorId }, sampleTime));
    expect(await call('list_sessions', {})).not.toHaveProperty('notices');
  });

  it('reads all of it with get_annotation, and the verdict in lists', async () => {
    const { call, pageShows } = await resolvedByAgent();
    await pageShows('Log in');
    expect(await call('get_annotation', { id })).toMatchObject({
      annotation: {
        proof: {
          before: { record: '.annotate/attachments/30.json' },
          after: { verdict: 'changed', changes: [{ before: 'Sign in', after: 'Log in' }] },
        },
      },
    });
    const { annotations } = (await call('list_annotations', { status: 'resolved' })) as {
      annotations: object[];
    };
    expect(annotations).toMatchObject([{ seenAfter: 'changed' }]);
    expect(annotations[0]).not.toHaveProperty('proof');
  });
});
