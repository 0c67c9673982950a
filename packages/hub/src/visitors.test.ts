/** "Visitors are not you" and "drafts are private", over real sockets: what a visitor with the token can and cannot do. */
import { describe, expect, it } from 'vitest';

import { create, type HubMessage, type PageMessage } from '@annotate-mcp/core';
import { sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { authorIdFrom, localAuthorId } from './author-id.ts';
import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const [owners, visitors] = [uuidOf(1), uuidOf(2)];
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };

/** The owner has sent annotation 5 and has the draft 6; a visitor is connected with the token. */
async function ownerAndVisitor() {
  const hub = await startHub({ guard: { token } });
  const owner = await hub.connect();
  await owner.resume({ authorSecret: owners });
  await owner.request({ type: 'annotation:create', payload: payload(5, 'sent') });
  await owner.request({ type: 'annotation:create', payload: payload(6, 'not sent yet'), draft: true });
  const visit = () => hub.connect({ headers: elsewhere, protocols: ['annotate', `annotate-key.${token}`] });
  return { ...hub, owner, visit };
}

describe('a visitor', () => {
  it.each([
    ['as the secret', { authorSecret: authorIdFrom(owners) }],
    ['as the former id', { authorSecret: visitors, formerAuthorId: authorIdFrom(owners) }],
    ['as the author id of the message', { authorSecret: visitors, authorId: authorIdFrom(owners) }],
  ])('does not become the owner by sending the id that the list shows %s', async (_, hello) => {
    const { visit, store } = await ownerAndVisitor();
    const seen = annotationsIn(await (await visit()).resume({ authorSecret: visitors }));
    expect(seen).toMatchObject([{ id: uuidOf(5), authorId: authorIdFrom(owners) }]);

    const visitor = await visit();
    expect(annotationsIn(await visitor.resume(hello)).map(({ id }) => id)).toEqual([uuidOf(5)]);
    for (const message of actionsOnDraft()) {
      expect(await visitor.request(message)).toMatchObject({ type: 'error', code: 'annotation/not-found' });
    }
    await visitor.request({ type: 'batch:submit' });
    expect(await visitor.request({ type: 'annotation:delete', id: uuidOf(5) })).toMatchObject({
      code: 'lifecycle/not-allowed',
    });
    expect(await store.get(uuidOf(5))).toMatchObject({ status: 'pending', annotationText: 'sent' });
    expect(await store.get(uuidOf(6))).toMatchObject({ status: 'draft', annotationText: 'not sent yet' });
  });

  it('is told their own id, and gets their own drafts again with their secret', async () => {
    const { visit } = await ownerAndVisitor();
    const visitor = await visit();
    const [created] = await visitor.resume({ authorSecret: visitors });
    expect(created).toMatchObject({ type: 'session:created', authorId: authorIdFrom(visitors) });
    await visitor.request({ type: 'annotation:create', payload: payload(7), draft: true });
    const again = await (await visit()).resume({ authorSecret: visitors });
    expect(annotationsIn(again).map(({ id }) => id)).toEqual([uuidOf(5), uuidOf(7)]);
  });

  it('does not take over the session of a tab that is not theirs, and gets their own one again', async () => {
    const { owner, visit, store } = await ownerAndVisitor();
    const sessionId = (await store.get(uuidOf(5)))?.sessionId ?? '';
    const ids = [];
    for (let visits = 0; visits < 2; visits++) {
      const visitor = await visit();
      ids.push(sessionIn(await visitor.resume({ authorSecret: visitors, sessionId, url: '/evil' })));
      visitor.socket.close();
      await visitor.closed;
    }
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(ids[0]).not.toBe(sessionId);
    await owner.request({ type: 'session:ping' });
    expect(await store.sessions.get(sessionId)).toMatchObject({
      url: 'http://localhost:5173/',
      active: true,
    });
  });

  it('hears nothing of a draft that is written, changed and deleted', async () => {
    const { owner, visit } = await ownerAndVisitor();
    const visitor = await visit();
    await visitor.resume({ authorSecret: visitors });
    await owner.request({ type: 'annotation:create', payload: payload(8), draft: true });
    await owner.request({ type: 'annotation:edit', id: uuidOf(8), annotationText: 'changed' });
    await owner.request({ type: 'annotation:delete', id: uuidOf(8) });
    await visitor.request({ type: 'session:ping' });
    // Pages are told a moment later who else has come.
    expect(visitor.received.filter(({ type }) => type !== 'people')).toEqual([]);
  });

  it.each([
    ['the id that the list shows', authorIdFrom(owners)],
    ['the id of local scripts', localAuthorId],
    ['a secret of their own', visitors],
  ])('reads, changes and deletes no draft over HTTP with %s', async (_, secret) => {
    const { url, store } = await ownerAndVisitor();
    await store.add(localDraft());
    const headers = {
      ...elsewhere,
      authorization: `Bearer ${token}`,
      'x-annotate-author-secret': secret,
      'content-type': 'application/json',
    };
    const api = `${url}/__annotate/api`;
    const listed = await fetch(`${api}/annotations`, { headers });
    expect(await listed.json()).toMatchObject({ annotations: [{ id: uuidOf(5) }], nextCursor: null });
    for (const id of [uuidOf(6), uuidOf(9)]) {
      const body = JSON.stringify({ annotationText: 'x' });
      const changed = await fetch(`${api}/annotations/${id}`, { method: 'PATCH', headers, body });
      expect(changed.status).toBe(404);
      expect((await fetch(`${api}/annotations/${id}`, { method: 'DELETE', headers })).status).toBe(404);
    }
    expect(await (await fetch(`${api}/export`, { headers })).text()).not.toContain('not sent yet');
  });
});

describe('drafts from before there were secrets', () => {
  const former = uuidOf(40);

  it('are given to the page on this machine that names their author, once', async () => {
    const { connect, store } = await startHub();
    await store.add(create(sampleContent('page', { appId: '.', authorId: former }), 'draft', sampleTime));
    const tab = await connect();
    const received = await tab.resume({ authorSecret: owners, formerAuthorId: former });
    expect(annotationsIn(received)).toMatchObject([{ status: 'draft', authorId: authorIdFrom(owners) }]);
    const late = await (await connect()).resume({ authorSecret: visitors, formerAuthorId: former });
    expect(annotationsIn(late)).toEqual([]);
  });

  it('are not given to a visitor', async () => {
    const { store, visit } = await ownerAndVisitor();
    await store.add(create(sampleContent('page', { appId: '.', authorId: former }), 'draft', sampleTime));
    const received = await (await visit()).resume({ authorSecret: visitors, formerAuthorId: former });
    expect(annotationsIn(received).map(({ id }) => id)).toEqual([uuidOf(5)]);
  });
});

function annotationsIn(messages: readonly HubMessage[]) {
  return messages.flatMap((message) => (message.type === 'annotations:sync' ? message.annotations : []));
}

function sessionIn(messages: readonly HubMessage[]): string | undefined {
  return messages.flatMap((message) => (message.type === 'session:created' ? [message.session.id] : []))[0];
}

function actionsOnDraft(): PageMessage[] {
  const id = uuidOf(6);
  return [
    { type: 'annotation:edit', id, annotationText: 'mine now' },
    { type: 'annotation:reply', id, replyId: uuidOf(90), message: 'x' },
    { type: 'annotation:delete', id },
    { type: 'batch:submit', ids: [id] },
  ];
}

function localDraft() {
  return create(
    sampleContent('page', { appId: '.', id: uuidOf(9), authorId: localAuthorId }),
    'draft',
    sampleTime,
  );
}
