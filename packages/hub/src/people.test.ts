/** Two people with a hub between them, over real sockets: names, whose words are whose, and what each may do. */
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { type HubMessage, pageAbilities } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { authorIdFrom } from './author-id.ts';
import { startHub, temporaryFolder } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const [adas, bos] = [uuidOf(1), uuidOf(2)];
const [ada, bo] = [authorIdFrom(adas), authorIdFrom(bos)];
const token = 'q1W2e3R4t5Y6u7I8o9P0';
const elsewhere = {
  headers: { 'x-forwarded-for': '203.0.113.9' },
  protocols: ['annotate', `annotate-key.${token}`],
};

/** As if it stood in the person's git configuration. Returns a folder that git reads it in. */
function configureGit(name: string | null): void {
  const file = join(temporaryFolder(), 'gitconfig');
  writeFileSync(file, name === null ? '' : `[user]\n\tname = ${name}\n`);
  vi.stubEnv('GIT_CONFIG_GLOBAL', file);
  vi.stubEnv('GIT_CONFIG_SYSTEM', devNull);
}

afterEach(() => vi.unstubAllEnvs());

describe('a name', () => {
  it('that the page says is on what the person writes from then on, and the reply says whose it is', async () => {
    const { connect, store } = await startHub();
    const [first, second] = [await connect(), await connect()];
    await first.resume({ authorSecret: adas, name: ' Ada\u202E\n' });
    await second.resume({ authorSecret: bos, name: 'Bo' });
    await first.request({ type: 'annotation:create', payload: payload(5) });
    const reply = { type: 'annotation:reply', id: uuidOf(5), replyId: uuidOf(50), message: 'Why?' } as const;
    await second.request(reply);
    await second.request({ type: 'person:rename', name: 'Boris' });
    await second.request({ ...reply, replyId: uuidOf(51) });
    expect(await store.get(uuidOf(5))).toMatchObject({
      authorId: ada,
      authorName: 'Ada',
      replies: [
        { author: 'user', authorId: bo, authorName: 'Bo' },
        { author: 'user', authorId: bo, authorName: 'Boris' },
      ],
    });
  });

  it('is that of git for a page on this machine, until it says another one', async () => {
    configureGit('Ada Lovelace');
    const { connect } = await startHub({ guard: { token } });
    expect(welcomeIn(await (await connect()).resume())).toMatchObject({ name: 'Ada Lovelace' });
    expect(welcomeIn(await (await connect()).resume({ name: 'Ada' }))).toMatchObject({ name: 'Ada' });
    expect(welcomeIn(await (await connect(elsewhere)).resume())).not.toHaveProperty('name');
  });

  it('that is blank is refused, and is no name in a hello', async () => {
    configureGit(null);
    const { connect } = await startHub();
    const tab = await connect();
    expect(welcomeIn(await tab.resume({ name: ' \u200F ' }))).not.toHaveProperty('name');
    expect(await tab.request({ type: 'person:rename', name: '\t' })).toMatchObject({
      type: 'error',
      code: 'annotation/invalid',
    });
  });

  it('is sent over HTTP percent-encoded', async () => {
    const { url, store } = await startHub();
    const headers = {
      'content-type': 'application/json',
      'x-annotate-author-secret': adas,
      'x-annotate-author-name': encodeURIComponent('Zoë'),
    };
    await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers,
      body: JSON.stringify(payload(5)),
    });
    expect(await store.get(uuidOf(5))).toMatchObject({ authorId: ada, authorName: 'Zoë' });
  });
});

describe('the people who have a page open', () => {
  it('are told to each page when it connects, and when one comes or has another name', async () => {
    const { connect } = await startHub();
    const first = await connect();
    expect(namesIn(await first.resume({ authorSecret: adas, name: 'Ada' }))).toEqual([['Ada']]);
    const second = await connect();
    expect(namesIn(await second.resume({ authorSecret: bos, name: 'Bo' }))).toEqual([['Ada', 'Bo']]);
    expect(namesIn([await first.next('people')])).toEqual([['Ada', 'Bo']]);
    await second.request({ type: 'person:rename', name: 'Boris' });
    expect(namesIn([await first.next('people')])).toEqual([['Ada', 'Boris']]);
    // A second tab of the same person is no news.
    await (await connect()).resume({ authorSecret: adas, name: 'Ada' });
    await first.request({ type: 'session:ping' });
    expect(first.received.filter(({ type }) => type === 'people')).toEqual([]);
  });
});

it('many people who come at once are told to the others in a few messages, and each page knows all of them', async () => {
  const { connect } = await startHub();
  const numbers = Array.from({ length: 40 }, (_, n) => n + 1);
  const tabs = await Promise.all(
    numbers.map(async (n) => {
      const tab = await connect();
      const told = await tab.resume({ authorSecret: uuidOf(n), name: `Person ${n}` });
      return { tab, told };
    }),
  );
  const all = numbers.map((n) => `Person ${n}`).sort();
  for (const { tab, told } of tabs) {
    const lists = () => namesIn([...told, ...tab.received]);
    await expect.poll(() => lists().at(-1)?.toSorted()).toEqual(all);
    expect(lists().length).toBeLessThan(20);
  }
});

describe('what a page may do', () => {
  it('is told to it: a visitor adopts nothing, and the hub refuses it', async () => {
    const { connect } = await startHub({ guard: { token } });
    expect(welcomeIn(await (await connect()).resume())).toMatchObject({ may: pageAbilities, local: true });
    const visitor = await connect(elsewhere);
    expect(welcomeIn(await visitor.resume({ authorSecret: bos }))).toMatchObject({
      may: pageAbilities.filter((name) => name !== 'adopt'),
      local: false,
    });
    expect(await visitor.request({ type: 'annotation:adopt', id: uuidOf(5) })).toMatchObject({
      type: 'error',
      code: 'lifecycle/not-allowed',
    });
  });

  it('includes assigning what another person wrote', async () => {
    const { connect, store } = await startHub({ guard: { token } });
    const [owner, visitor] = [await connect(), await connect(elsewhere)];
    await owner.resume({ authorSecret: adas });
    await visitor.resume({ authorSecret: bos });
    await owner.request({ type: 'annotation:create', payload: payload(5) });
    const assignee = { type: 'agent', name: 'codex\u0007' } as const;
    await visitor.request({ type: 'annotation:assign', id: uuidOf(5), assignee });
    expect(await store.get(uuidOf(5))).toMatchObject({ assignee: { type: 'agent', name: 'codex' } });
    await owner.request({ type: 'annotation:assign', id: uuidOf(5), assignee: null });
    expect(await store.get(uuidOf(5))).not.toHaveProperty('assignee');
  });
});

function welcomeIn(messages: readonly HubMessage[]) {
  return messages.find(({ type }) => type === 'session:created');
}

function namesIn(messages: readonly HubMessage[]): (string | undefined)[][] {
  return messages.flatMap((message) =>
    'people' in message ? [message.people.map(({ name }) => name).sort()] : [],
  );
}

describe('who has seen a thread', () => {
  it('is known from their tabs, also when these are closed, and changes no annotation', async () => {
    const { connect, store, url } = await startHub();
    const [first, second] = [await connect(), await connect()];
    await first.resume({ authorSecret: adas, name: 'Ada' });
    await second.resume({ authorSecret: bos, name: 'Bo' });
    await first.request({ type: 'annotation:create', payload: payload(5) });
    await first.request({ type: 'annotation:create', payload: payload(6), draft: true });
    const head = await store.head();
    await second.request({ type: 'thread:seen', id: uuidOf(5) });
    const seenBy = async (n: number, secret = adas) => {
      const headers = { 'x-annotate-author-secret': secret };
      const answer = await fetch(`${url}/__annotate/api/annotations/${uuidOf(n)}/seen`, { headers });
      return answer.ok ? ((await answer.json()) as { people: unknown[] }).people : answer.status;
    };
    await expect.poll(() => seenBy(5)).toMatchObject([{ id: bo, name: 'Bo' }]);
    second.socket.close();
    await second.closed;
    await first.request({ type: 'thread:seen', id: uuidOf(5) });
    await expect
      .poll(() => seenBy(5))
      .toMatchObject([
        { id: ada, name: 'Ada' },
        { id: bo, name: 'Bo' },
      ]);
    // A draft is there for its author only.
    expect([await seenBy(6), await seenBy(6, bos), await seenBy(7)]).toEqual([[], 404, 404]);
    expect(await store.head()).toBe(head);
  });

  it('is told to the pages at once, when it is stored, and never of a draft or of what does not exist', async () => {
    const { connect, store } = await startHub();
    const [first, second] = [await connect(), await connect()];
    await first.resume({ authorSecret: adas });
    await second.resume({ authorSecret: bos });
    await first.request({ type: 'annotation:create', payload: payload(5), draft: true });
    await first.request({ type: 'annotation:create', payload: payload(6) });
    await first.request({ type: 'thread:seen', id: uuidOf(5) });
    await first.request({ type: 'thread:seen', id: uuidOf(7) });
    await first.request({ type: 'thread:seen', id: uuidOf(6) });
    expect(await second.next('thread:seen')).toEqual({ type: 'thread:seen', id: uuidOf(6), authorId: ada });
    const sessions = await store.sessions.list();
    expect(sessions.some(({ seen }) => seen?.[uuidOf(6)] !== undefined)).toBe(true);
  });

  it('does not pass to another person who uses the tab', async () => {
    const { connect, store } = await startHub();
    const first = await connect();
    await first.resume({ authorSecret: adas, sessionId: uuidOf(30) });
    await first.request({ type: 'thread:seen', id: uuidOf(5) });
    await expect.poll(async () => (await store.sessions.get(uuidOf(30)))?.seen).toBeDefined();
    const second = await connect();
    await second.resume({ authorSecret: bos, sessionId: uuidOf(30) });
    await expect.poll(async () => (await store.sessions.get(uuidOf(30)))?.authorId).toBe(bo);
    expect((await store.sessions.get(uuidOf(30)))?.seen).toBeUndefined();
  });
});
