import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, sampleOutsideReply, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';
import { RepositoryTrust } from '@annotate-mcp/store/trust';

import { startHub, temporaryFolder, type HubSetup } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const token = 'a'.repeat(32);
const [one, other] = [uuidOf(5), uuidOf(6)];

/** A hub on a store that came with the repository. */
async function startOnClone(setup: HubSetup = {}) {
  const root = temporaryFolder();
  const theirs = await openStore(undefined, { root, configFolder: join(root, 'their config') });
  for (const id of [one, other]) await theirs.add(sampleAnnotation({ id, appId: '.' }));
  await theirs.close();
  return startHub({ root, ...setup });
}

describe('what came with the repository', () => {
  it('is shown to pages as such, and is the person’s own once they adopt it', async () => {
    const { connect, store } = await startOnClone();
    const tab = await connect();
    const messages = await tab.resume();
    expect(messages.find(({ type }) => type === 'annotations:sync')).toMatchObject({
      annotations: [
        { id: one, origin: 'repository' },
        { id: other, origin: 'repository' },
      ],
    });
    expect(await tab.request({ type: 'annotation:adopt', id: one })).toMatchObject({ type: 'message:done' });
    const { annotation } = await tab.next('annotation:updated');
    expect(annotation).toEqual(sampleAnnotation({ id: one, appId: '.' }));
    expect(await store.list({ origin: 'own' })).toMatchObject({ annotations: [{ id: one }] });
    expect(await tab.request({ type: 'annotation:adopt', id: one })).toMatchObject({ type: 'message:done' });
  });

  it('stays so when the person writes to it without adopting it', async () => {
    const { connect, store } = await startOnClone();
    const tab = await connect();
    await tab.resume();
    await tab.request({ type: 'annotation:reply', id: one, replyId: uuidOf(7), message: 'yes' });
    expect(await store.get(one)).toMatchObject({ origin: 'repository', replies: [{ message: 'yes' }] });
  });

  it('is shown as their own in every tab once they trust the repository', async () => {
    const { connect, root } = await startOnClone();
    onTestFinished(() => void new RepositoryTrust().revoke(root));
    const [tab, second] = [await connect(), await connect()];
    await tab.resume();
    await second.resume({ authorSecret: uuidOf(2) });
    await tab.request({ type: 'annotation:adopt', id: one, trustRepository: true });
    const { annotations } = await second.next('annotations:sync');
    expect(annotations.map(({ id, origin }) => [id, origin])).toEqual([
      [one, undefined],
      [other, undefined],
    ]);
    expect(new RepositoryTrust().isTrusted(root)).toBe(true);
  });

  it('cannot be adopted or trusted by a visitor', async () => {
    const { connect, store, root } = await startOnClone({ guard: { network: true, token } });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const visitor = await connect({ headers, protocols: ['annotate', `annotate-key.${token}`] });
    await visitor.resume({ authorSecret: sampleAnnotation().authorId });
    expect(await visitor.request({ type: 'annotation:adopt', id: one, trustRepository: true })).toMatchObject(
      { type: 'error', code: 'lifecycle/not-allowed' },
    );
    expect(await store.get(one)).toMatchObject({ origin: 'repository' });
    expect(new RepositoryTrust().isTrusted(root)).toBe(false);
  });
});

describe('replies from a pull request', () => {
  it('are shown to pages, and are part of the thread once the person adopts them', async () => {
    const { connect, store } = await startHub();
    await store.add({
      ...sampleAnnotation({ id: one, appId: '.' }),
      outsideReplies: [sampleOutsideReply(1)],
    });
    const tab = await connect();
    const messages = await tab.resume();
    expect(messages.find(({ type }) => type === 'annotations:sync')).toMatchObject({
      annotations: [{ id: one, replies: [], outsideReplies: [{ authorName: 'octocat' }] }],
    });
    await tab.request({ type: 'annotation:adopt', id: one });
    const { annotation } = await tab.next('annotation:updated');
    expect(annotation).toMatchObject({ replies: [sampleOutsideReply(1)] });
    expect(annotation).not.toHaveProperty('outsideReplies');
  });
});

it('takes no origin from a page', async () => {
  const { connect, store } = await startHub();
  const tab = await connect();
  await tab.resume();
  const forged = { ...payload(8), origin: 'repository', seal: 'x' };
  tab.send(JSON.stringify({ type: 'annotation:create', payload: forged }));
  await tab.next('annotation:created');
  expect(await store.get(uuidOf(8))).not.toHaveProperty('origin');
  expect(await store.get(uuidOf(8))).not.toHaveProperty('seal');
});
