/** Browsers of one user on one machine are one person, over real sockets; visitors and other users stay apart. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Addressee, create, type HubMessage, reply } from '@annotate-mcp/core';
import { sampleAnnotation, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { forwardAsOtherUser } from '@annotate-mcp/http/testing/other-user';

import { authorIdFrom, localAuthorId } from './author-id.ts';
import { MachinePerson } from './machine-person.ts';
import { startHub, temporaryFolder } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

const secrets = [uuidOf(1), uuidOf(2), uuidOf(3)] as const;
const [first, second, third] = [authorIdFrom(secrets[0]), authorIdFrom(secrets[1]), authorIdFrom(secrets[2])];
const token = 'q1W2e3R4t5Y6u7I8o9P0';
const elsewhere = {
  headers: { 'x-forwarded-for': '203.0.113.9' },
  protocols: ['annotate', `annotate-key.${token}`],
};

async function start(folder = join(temporaryFolder(), 'config')) {
  const problems: unknown[] = [];
  mkdirSync(folder, { recursive: true });
  const machinePerson = new MachinePerson((error) => problems.push(error), folder);
  return { ...(await startHub({ machinePerson, guard: { token } })), machinePerson, folder, problems };
}

function welcomeIn(messages: readonly HubMessage[]) {
  return messages.find((message) => message.type === 'session:created');
}

describe('browsers of one user on one machine', () => {
  it('are one person, with the id of the first and one name', async () => {
    const { connect, store, folder } = await start();
    const [one, two, three] = [await connect(), await connect(), await connect()];
    expect(welcomeIn(await one.resume({ authorSecret: secrets[0], name: 'Ada' }))?.authorId).toBe(first);
    const told = await two.resume({ authorSecret: secrets[1] });
    expect(welcomeIn(told)).toMatchObject({ authorId: first, name: 'Ada', people: [{ id: first }] });
    expect(welcomeIn(await three.resume({ authorSecret: secrets[2] }))?.people).toHaveLength(1);
    await two.request({ type: 'annotation:create', payload: payload(5) });
    expect(await store.get(uuidOf(5))).toMatchObject({ authorId: first, authorName: 'Ada' });
    await three.request({ type: 'person:rename', name: 'Ada L.' });
    expect(welcomeIn(await (await connect()).resume({ authorSecret: uuidOf(9) }))?.name).toBe('Ada L.');
    expect(readFileSync(join(folder, 'person.json'), 'utf8')).not.toContain(secrets[0]);
  });

  it('have each other’s drafts', async () => {
    const { connect, store } = await start();
    const [one, two] = [await connect(), await connect()];
    await one.resume({ authorSecret: secrets[0] });
    await two.resume({ authorSecret: secrets[1] });
    await one.request({ type: 'annotation:create', payload: payload(5), draft: true });
    await two.request({ type: 'batch:submit', ids: [uuidOf(5)] });
    expect(await store.get(uuidOf(5))).toMatchObject({ status: 'pending' });
  });

  it('and scripts of that user are the person too, with the name', async () => {
    const { connect, url, store } = await start();
    const post = (n: number) =>
      fetch(`${url}/__annotate/api/annotations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload(n)),
      });
    await post(5);
    await (await connect()).resume({ authorSecret: secrets[0], name: 'Ada' });
    await post(6);
    expect(await store.get(uuidOf(5))).toMatchObject({ authorId: localAuthorId });
    expect(await store.get(uuidOf(6))).toMatchObject({ authorId: first, authorName: 'Ada' });
  });

  it('are joined where one has its own id: what it wrote keeps its name and is of the one person', async () => {
    const { connect, store } = await start();
    const by = { type: 'person', authorId: second, authorName: 'Ada in Firefox' } as const;
    const ada: Addressee = { type: 'person', id: second, name: 'Ada' };
    const said = { id: uuidOf(50), message: 'Why?', mentions: [ada] };
    await store.add({
      ...sampleAnnotation({ id: uuidOf(5), authorId: second }),
      authorName: 'Ada in Firefox',
      appId: '.',
      assignee: ada,
    });
    const others = sampleAnnotation({ id: uuidOf(6), authorId: uuidOf(77) });
    await store.add(reply(others, by, sampleTime, said));
    const draft = { ...sampleContent('page', { id: uuidOf(7), authorId: second }), appId: '.' };
    await store.add(create(draft, 'draft', sampleTime));
    await (await connect()).resume({ authorSecret: secrets[0] });
    await (await connect()).resume({ authorSecret: secrets[1] });
    expect(await store.get(uuidOf(7))).toMatchObject({ authorId: first, status: 'draft' });
    await expect.poll(async () => (await store.get(uuidOf(6)))?.replies[0]?.authorId).toBe(first);
    expect(await store.get(uuidOf(5))).toMatchObject({
      authorId: first,
      authorName: 'Ada in Firefox',
      assignee: { id: first, name: 'Ada' },
      updatedAt: sampleTime.toISOString(),
    });
    expect(await store.get(uuidOf(6))).toMatchObject({
      authorId: uuidOf(77),
      replies: [{ authorName: 'Ada in Firefox', mentions: [{ id: first }] }],
    });
  });
});

describe('stay apart', () => {
  it('visitors, each by their browser, also in a browser that is the person on this machine', async () => {
    const { connect, store } = await start();
    await (await connect()).resume({ authorSecret: secrets[0], name: 'Ada' });
    const visitor = await connect(elsewhere);
    expect(welcomeIn(await visitor.resume({ authorSecret: secrets[1] }))).toMatchObject({
      authorId: second,
      local: false,
    });
    await visitor.request({ type: 'annotation:create', payload: payload(5) });
    expect(await store.get(uuidOf(5))).not.toHaveProperty('authorName');
  });

  it('another user of this machine, whose folder this is not', async (context) => {
    const { connect, port } = await start();
    await (await connect()).resume({ authorSecret: secrets[0] });
    const theirs = `http://127.0.0.1:${await forwardAsOtherUser(port, context)}/__annotate`;
    const other = await TestTab.open(theirs, { protocols: ['annotate', `annotate-key.${token}`] });
    expect(welcomeIn(await other.resume({ authorSecret: secrets[2] }))?.authorId).toBe(third);
  });

  it('browsers, where the folder has a file that cannot be understood, which is left as it is', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'person.json');
    writeFileSync(file, '{ "version": 2 }');
    const { connect, problems } = await start(folder);
    for (const [n, secret] of secrets.entries())
      expect(welcomeIn(await (await connect()).resume({ authorSecret: secret }))?.authorId).toBe(
        [first, second, third][n],
      );
    expect(readFileSync(file, 'utf8')).toBe('{ "version": 2 }');
    expect(problems).not.toEqual([]);
  });

  it('two folders, as those of two users are', () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()].map(
      (folder) => new MachinePerson(() => undefined, folder),
    );
    expect([one?.idFor(uuidOf(1)), two?.idFor(uuidOf(2)), one?.idFor(uuidOf(3))]).toEqual([
      uuidOf(1),
      uuidOf(2),
      uuidOf(1),
    ]);
  });
});
