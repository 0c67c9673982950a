import { describe, expect, it } from 'vitest';

import { acknowledge, create, protocolVersion, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { authorIdFrom } from './author-id.ts';
import { startHub } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

const [ann, bob] = [uuidOf(1), uuidOf(2)];
const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);

describe('a message', () => {
  it('is answered after the store has committed it', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    const [created] = await tab.resume();
    expect(await tab.request({ type: 'annotation:create', payload: payload(5) })).toMatchObject({
      type: 'message:done',
    });
    const sessionId = created?.type === 'session:created' ? created.session.id : '';
    expect(await store.get(uuidOf(5))).toMatchObject({
      sessionId,
      authorId: authorIdFrom(ann),
      appId: '.',
      status: 'pending',
    });
  });

  it('that is sent again changes nothing, and an id of another author is refused', async () => {
    const { connect, store } = await startHub();
    const [anns, bobs] = [await connect(), await connect()];
    await anns.resume({ authorSecret: ann });
    await bobs.resume({ authorSecret: bob });
    await anns.request({ type: 'annotation:create', payload: payload(5, 'first') });
    expect(await anns.request({ type: 'annotation:create', payload: payload(5, 'second') })).toMatchObject({
      type: 'message:done',
    });
    expect(await bobs.request({ type: 'annotation:create', payload: payload(5, 'mine') })).toMatchObject({
      type: 'error',
      code: 'annotation/invalid',
      id: uuidOf(5),
    });
    expect(await store.get(uuidOf(5))).toMatchObject({
      annotationText: 'first',
      authorId: authorIdFrom(ann),
    });
  });

  it('performs every move of the lifecycle', async () => {
    const { connect, store, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume();
    const id = uuidOf(5);
    const done = { type: 'message:done' };
    await tab.request({ type: 'annotation:create', payload: payload(5) });
    expect(await tab.request({ type: 'annotation:edit', id, annotationText: 'bolder' })).toMatchObject(done);
    expect(
      await tab.request({ type: 'annotation:reply', id, replyId: uuidOf(6), message: 'soon' }),
    ).toMatchObject(done);
    await otherStore.update(id, (annotation) => acknowledge(annotation, sampleAgent, new Date()));
    expect(await tab.request({ type: 'annotation:release', id })).toMatchObject(done);
    await otherStore.update(id, (annotation) => resolve(annotation, sampleAgent, new Date()));
    expect(await tab.request({ type: 'annotation:accept', id })).toMatchObject(done);
    expect(
      await tab.request({ type: 'annotation:reopen', id, replyId: uuidOf(7), message: 'no' }),
    ).toMatchObject(done);
    const { annotationText, id: _, ...place } = payload(5);
    const moved = { ...place, pageUrl: 'http://localhost:5173/moved' };
    expect(await tab.request({ type: 'annotation:relink', id, place: moved })).toMatchObject(done);
    expect(await store.get(id)).toMatchObject({
      status: 'pending',
      annotationText: 'bolder',
      pageUrl: 'http://localhost:5173/moved',
      replies: [{ message: 'soon' }, { message: 'no' }],
    });
    expect(await tab.request({ type: 'annotation:delete', id })).toMatchObject(done);
    expect(await store.get(id)).toMatchObject({ status: 'dismissed' });
    expect(await tab.request({ type: 'annotation:delete', id })).toMatchObject(done);
    expect(await store.get(id)).toBeNull();
  });

  it('stores markup in texts unchanged', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    const script = '<script>alert("</script>\u2028")</script>';
    await tab.request({ type: 'annotation:create', payload: { ...payload(5, script), pageTitle: script } });
    await tab.request({ type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(6), message: script });
    expect(await store.get(uuidOf(5))).toMatchObject({
      annotationText: script,
      pageTitle: script,
      replies: [{ message: script }],
    });
  });

  it('that submits a batch submits the named drafts or all of them, in one transaction', async () => {
    const { connect, store } = await startHub();
    const [anns, bobs] = [await connect(), await connect()];
    await anns.resume({ authorSecret: ann });
    await bobs.resume({ authorSecret: bob });
    for (const n of [1, 2, 3])
      await anns.request({ type: 'annotation:create', payload: payload(n), draft: true });
    await bobs.request({ type: 'annotation:create', payload: payload(9), draft: true });
    const unknown = await anns.request({ type: 'batch:submit', ids: [uuidOf(1), uuidOf(77)] });
    expect(unknown).toMatchObject({ type: 'error', code: 'annotation/not-found' });
    expect(await anns.request({ type: 'batch:submit', ids: [uuidOf(9)] })).toMatchObject({
      code: 'annotation/not-found',
    });
    expect(await store.count({ status: ['pending'] })).toBe(0);
    await anns.request({ type: 'batch:submit', ids: [uuidOf(1), uuidOf(2)] });
    expect(await store.count({ status: ['pending'] })).toBe(2);
    const again = await anns.request({ type: 'batch:submit', ids: [uuidOf(1), uuidOf(2)] });
    expect(again).toMatchObject({ type: 'message:done' });
    await anns.request({ type: 'batch:submit' });
    expect(await store.count({ status: ['pending'] })).toBe(3);
    expect(await store.get(uuidOf(9))).toMatchObject({ status: 'draft' });
  });

  it.each([
    ['that is no JSON', '{"type":', 'protocol/invalid'],
    ['that is no object', '17', 'protocol/invalid'],
    ['of an unknown type', '{"type":"annotation:explode","ref":"x"}', 'protocol/invalid'],
    ['with a wrong field', '{"type":"annotation:reply","id":7,"ref":"x"}', 'protocol/invalid'],
    [
      'about an unknown annotation',
      `{"type":"annotation:accept","id":"${uuidOf(77)}","ref":"x"}`,
      'annotation/not-found',
    ],
    [
      'whose move the status does not allow',
      `{"type":"annotation:accept","id":"${uuidOf(100)}","ref":"x"}`,
      'lifecycle/wrong-status',
    ],
    [
      'that resumes the session a second time',
      `{"type":"session:resume","protocol":${protocolVersion},"authorSecret":"${ann}","url":"/","ref":"x"}`,
      'protocol/invalid',
    ],
  ])('%s gets an error message, and the socket stays open', async (_, text, code) => {
    const { connect, store } = await startHub();
    await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
    const before = await store.head();
    const tab = await connect();
    await tab.resume();
    tab.send(text);
    const error = await tab.next('error');
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/\.$/) as string });
    expect(error.ref).toBe(text.includes('"ref"') ? 'x' : undefined);
    expect(await store.head()).toBe(before);
    expect(await tab.request({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
  });

  it('before session:resume is refused', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    tab.send({ type: 'annotation:create', payload: payload(5), ref: 'x' });
    expect(await tab.next('error')).toMatchObject({ code: 'protocol/invalid', ref: 'x', id: uuidOf(5) });
    expect(types(await tab.resume())).toContain('annotations:sync');
  });

  it('of a tab that closes at once is stored', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    for (let n = 1; n <= 20; n++) tab.send({ type: 'annotation:create', payload: payload(n) });
    tab.socket.close();
    await expect.poll(() => store.count()).toBe(20);
  });

  it('updates the time and the address at which the session was last seen', async () => {
    const times = ['2026-11-15T10:00:00.000Z', '2026-11-15T10:00:01.000Z', '2026-11-15T10:00:09.000Z'];
    let now = new Date(times[0] ?? '');
    const { connect, store } = await startHub({ timing: { now: () => now } });
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(50) });
    now = new Date(times[1] ?? '');
    await tab.request({ type: 'session:ping', url: 'http://localhost:5173/cart' });
    await expect
      .poll(() => store.sessions.get(uuidOf(50)))
      .toMatchObject({ lastSeenAt: times[1], url: 'http://localhost:5173/cart' });
    now = new Date(times[2] ?? '');
    await tab.request({ type: 'session:ping' });
    await expect.poll(() => store.sessions.get(uuidOf(50))).toMatchObject({ lastSeenAt: times[2] });
  });
});

describe('who may do what', () => {
  it('a page on this machine acts for the author of submitted annotations, but not of drafts', async () => {
    const { connect, store } = await startHub();
    const [anns, bobs] = [await connect(), await connect()];
    await anns.resume({ authorSecret: ann });
    await bobs.resume({ authorSecret: bob });
    await anns.request({ type: 'annotation:create', payload: payload(5) });
    await anns.request({ type: 'annotation:create', payload: payload(6), draft: true });
    expect(await bobs.request({ type: 'annotation:edit', id: uuidOf(5), annotationText: 'x' })).toMatchObject(
      {
        type: 'message:done',
      },
    );
    for (const id of [uuidOf(6), uuidOf(77)]) {
      expect(await bobs.request({ type: 'annotation:delete', id })).toMatchObject({
        code: 'annotation/not-found',
      });
    }
    expect(await store.get(uuidOf(6))).not.toBeNull();
  });

  it('a page on another machine acts only for its own author', async () => {
    const token = 'q1W2e3R4t5Y6u7I8o9P0';
    const { connect, url } = await startHub({ guard: { token } });
    const anns = await connect();
    await anns.resume({ authorSecret: ann });
    await anns.request({ type: 'annotation:create', payload: payload(5) });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await expect(TestTab.open(`${url}/__annotate`, { headers })).rejects.toThrow('401');
    const visitor = await connect({ headers, protocols: ['annotate', `annotate-key.${token}`] });
    expect(visitor.socket.protocol).toBe('annotate');
    await visitor.resume({ authorSecret: bob });
    const edit = await visitor.request({ type: 'annotation:edit', id: uuidOf(5), annotationText: 'x' });
    expect(edit).toMatchObject({ code: 'lifecycle/not-allowed' });
    const reply = await visitor.request({
      type: 'annotation:reply',
      id: uuidOf(5),
      replyId: uuidOf(6),
      message: 'I agree',
    });
    expect(reply).toMatchObject({ type: 'message:done' });
  });
});
