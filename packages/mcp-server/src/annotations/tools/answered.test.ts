import { describe, expect, it } from 'vitest';

import { editText, reply as say, type Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../../testing/linked-client.ts';
import { idsOf } from '../../testing/numbered-annotations.ts';

const id = uuidOf(1);
const now = { timeoutMs: 0 };
const byPerson = (message: string) => (annotation: Annotation) =>
  say(annotation, sampleAuthor, new Date(), { id: uuidOf(90), message });

async function startPending(kind: 'page' | 'text' = 'page') {
  const linked = await startLinked();
  await linked.store.add(sampleAnnotation({ id, kind }));
  return linked;
}

describe('what an agent answered without taking it', () => {
  it('does not come back from watch_annotations until the person replies', async () => {
    const { store, connect } = await startPending();
    const { call } = await connect();
    expect(idsOf(await call('watch_annotations', now))).toEqual([id]);
    await call('reply', { id, message: 'Which blue?' });
    for (let again = 0; again < 6; again++)
      expect(await call('watch_annotations', now)).toMatchObject({
        status: 'timeout',
        answered: 1,
        message: expect.stringContaining('waiting for the person: 1') as unknown,
      });
    await store.update(id, byPerson('the light one'));
    expect(await call('watch_annotations', now)).toMatchObject({
      status: 'annotations',
      count: 1,
      annotations: [{ id, replies: [{ message: 'Which blue?' }, { message: 'the light one' }] }],
    });
  });

  it('wakes a waiting watch_annotations when the person changes the text', async () => {
    const { store, connect } = await startPending();
    const { call } = await connect();
    await call('reply', { id, message: 'Which blue?' });
    const waiting = call('watch_annotations', { timeoutMs: 20_000 });
    await store.update(id, (a) => editText(a, sampleAuthor, new Date(), 'Make it light blue'));
    expect(idsOf(await waiting)).toEqual([id]);
  });

  it('waits for the person with every agent, and after a restart of the server', async () => {
    const { connect } = await startPending();
    await (await connect()).call('reply', { id, message: 'Which blue?' });
    expect(await (await connect('codex')).call('watch_annotations', now)).toMatchObject({
      status: 'timeout',
    });
    expect(await (await connect()).call('watch_annotations', now)).toMatchObject({ status: 'timeout' });
  });

  it('is left out while other annotations are returned, and counted', async () => {
    const { store, connect } = await startPending();
    const { call } = await connect();
    await call('reply', { id, message: 'Which blue?' });
    await store.add(sampleAnnotation({ id: uuidOf(2) }));
    const work = await call('watch_annotations', now);
    expect(idsOf(work)).toEqual([uuidOf(2)]);
    expect(work).toMatchObject({ count: 1, answered: 1 });
  });

  it('is listed as answered by get_all_pending and can be taken', async () => {
    const { connect } = await startPending();
    const { call } = await connect();
    await call('reply', { id, message: 'Which blue?' });
    expect(await call('get_all_pending')).toMatchObject({
      annotations: [{ id, answeredAt: expect.any(String) as unknown }],
    });
    expect(await call('acknowledge', { id })).toMatchObject({ ok: true });
  });

  it('stays with the person when an agent records what its text became', async () => {
    const { connect } = await startPending('text');
    const { call } = await connect();
    await call('reply', { id, message: 'Better so?' });
    await call('update_annotation_target', { id, replacementText: 'free shipping' });
    expect(await call('watch_annotations', now)).toMatchObject({ status: 'timeout' });
    expect(await (await connect('codex')).call('watch_annotations', now)).toMatchObject({
      status: 'timeout',
    });
  });
});

it('returns what an agent gave back to other agents and not to itself', async () => {
  const { connect } = await startPending();
  const [mine, other] = [await connect(), await connect('codex')];
  await mine.call('acknowledge', { id });
  await mine.call('release', { id, message: 'Not mine.' });
  expect(await mine.call('watch_annotations', now)).toMatchObject({ status: 'timeout' });
  expect(idsOf(await other.call('watch_annotations', now))).toEqual([id]);
});

describe.each(['resolve', 'dismiss'])('%s', (tool) => {
  const close = { id, ...(tool === 'dismiss' && { reason: 'It is bold already' }) };

  it.each(['acknowledge', 'reply'])('is refused once by a reply that came after %s', async (before) => {
    const { store, connect } = await startPending();
    const { call } = await connect();
    await call(before, { id, message: 'Which blue?' });
    await store.update(id, byPerson('the light one'));
    await expect(call(tool, close)).rejects.toThrow(/the light one.*Not (resolved|dismissed)/);
    expect(await store.get(id)).toMatchObject({ status: before === 'reply' ? 'pending' : 'acknowledged' });
    expect(await call(tool, close)).toMatchObject({ ok: true });
  });
});
