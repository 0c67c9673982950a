/** An agent's requests to look at an element, over real sockets and two stores on one file. */
import { describe, expect, it, onTestFinished } from 'vitest';

import type { LookAnswer, LookRequest, PageLook } from '@annotate-mcp/core';
import { sampleLook, uuidOf } from '@annotate-mcp/core/testing';
import type { Store } from '@annotate-mcp/store';

import { startHub } from './testing/hub-server.ts';
import type { TestTab } from './testing/tab.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
const request = (...sessionIds: string[]): LookRequest => ({
  id: uuidOf(50),
  askedAt: '2026-11-15T09:30:00.000Z',
  sessionIds,
  target: { by: 'selector', selector: 'h2' },
  picture: true,
});
const seen: PageLook = { found: true, hidden: false, matches: 1, look: sampleLook() };

/** The answers as the agent's process gets them. */
function answersIn(store: Store) {
  let latest: LookAnswer[] = [];
  let change = Promise.withResolvers<undefined>();
  const subscription = store.lookAnswers.subscribe({
    records: (answers) => {
      latest = answers;
      change.resolve(undefined);
      change = Promise.withResolvers();
    },
    error: (error) => change.reject(error),
  });
  onTestFinished(() => subscription.close());
  return {
    until: async (condition: (answers: LookAnswer[]) => boolean): Promise<LookAnswer[]> => {
      while (!condition(latest)) await change.promise;
      return latest;
    },
  };
}

const answer = (tab: TestTab, requestId: string, look: PageLook) =>
  tab.request({ type: 'look:answer', requestId, answer: look });
const pagesOf = (answers: readonly LookAnswer[]) => answers.flatMap(({ pages }) => pages);

describe('a request to look at an element', () => {
  it('reaches the tab that it names, and the answers come back until the request is taken back', async () => {
    const { connect, otherStore } = await startHub();
    const [tab, other] = [await connect(), await connect()];
    await tab.resume({ sessionId: uuidOf(1) });
    await other.resume({ sessionId: uuidOf(2) });
    const answers = answersIn(otherStore);
    await otherStore.lookRequests.save(request(uuidOf(1)));
    expect(await tab.next('look:request')).toEqual({ type: 'look:request', request: request(uuidOf(1)) });
    await answers.until((all) => pagesOf(all).length === 1);
    await answer(tab, uuidOf(50), { ...seen, pictureFollows: true });
    await answer(tab, uuidOf(50), { ...seen, picture: 'UklGRg==' });
    // A third answer changes nothing, nor does that of a tab that was not asked.
    await answer(tab, uuidOf(50), { found: false, hidden: false, similar: [] });
    await answer(other, uuidOf(50), { found: false, hidden: false, similar: [] });
    const all = await answers.until(([first]) => JSON.stringify(first ?? '').includes('UklGRg=='));
    expect(pagesOf(all)).toEqual([
      { sessionId: uuidOf(1), url: 'http://localhost:5173/', answer: { ...seen, picture: 'UklGRg==' } },
    ]);
    await otherStore.lookRequests.remove(uuidOf(50));
    await answers.until((rest) => rest.length === 0);
    await answer(tab, uuidOf(50), seen);
    expect(await otherStore.lookAnswers.list()).toEqual([]);
  });

  it('says that a tab is gone, and asks it again when it is back', async () => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(1) });
    const answers = answersIn(otherStore);
    await otherStore.lookRequests.save(request(uuidOf(1)));
    await tab.next('look:request');
    tab.socket.terminate();
    await answers.until((all) => pagesOf(all).some(({ gone }) => gone === true));
    const reloaded = await connect();
    await reloaded.resume({ sessionId: uuidOf(1), url: 'http://localhost:5173/again' });
    await reloaded.next('look:request');
    await answer(reloaded, uuidOf(50), seen);
    const all = await answers.until((known) => pagesOf(known).some((page) => page.answer !== undefined));
    expect(pagesOf(all)).toMatchObject([
      { gone: true },
      { url: 'http://localhost:5173/again', answer: seen },
    ]);
  });

  it('never reaches a visitor, whose answer counts for nothing', async () => {
    const { connect, otherStore } = await startHub({ guard: { token } });
    const visitor = await connect({ headers: elsewhere, protocols: ['annotate', `annotate-key.${token}`] });
    const [created] = await visitor.resume({ authorSecret: uuidOf(2), sessionId: uuidOf(1) });
    if (created?.type !== 'session:created') throw new Error('The visitor has no session.');
    const answers = answersIn(otherStore);
    await otherStore.lookRequests.save(request(created.session.id));
    await answers.until(([first]) => first?.visitors === 1);
    await answer(visitor, uuidOf(50), seen);
    // What comes first after the answer is the presence, not a request.
    await otherStore.agents.announce({
      agentId: 'a',
      agentName: 'b',
      waiting: true,
      since: '2026-11-15T09:30:00.000Z',
    });
    const messages = await visitor.until(({ type }) => type === 'agents:presence');
    expect(messages.map(({ type }) => type)).not.toContain('look:request');
    expect(await otherStore.lookAnswers.list()).toMatchObject([{ pages: [], visitors: 1 }]);
  });

  it('is over when the process that asked has ended', async () => {
    const { connect, otherStore, store } = await startHub();
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(1) });
    await otherStore.lookRequests.save(request(uuidOf(1)));
    await tab.next('look:request');
    const answers = answersIn(store);
    await answers.until((all) => all.length === 1);
    await otherStore.close();
    await answers.until((all) => all.length === 0);
  });

  it('is refused where a page sends one', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    tab.send(JSON.stringify({ type: 'look:request', ref: 'r', request: request(uuidOf(1)) }));
    expect(await tab.first((message) => 'ref' in message && message.ref === 'r')).toMatchObject({
      type: 'error',
      code: 'protocol/invalid',
    });
    expect(await store.lookRequests.list()).toEqual([]);
  });

  it('is answered by the asked tab alone, also where another one claims to be it', async () => {
    const { connect, otherStore } = await startHub({ guard: { token } });
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(1) });
    const visitor = await connect({ headers: elsewhere, protocols: ['annotate', `annotate-key.${token}`] });
    await visitor.resume({ authorSecret: uuidOf(2), sessionId: uuidOf(1) });
    const neighbour = await connect();
    await neighbour.resume({ sessionId: uuidOf(3) });
    await otherStore.lookRequests.save(request(uuidOf(1)));
    await tab.next('look:request');
    const forged: PageLook = { found: true, hidden: false, matches: 1, look: sampleLook({ text: 'forged' }) };
    for (const other of [visitor, neighbour]) {
      await answer(other, uuidOf(50), forged);
      expect(other.received.map(({ type }) => type)).not.toContain('look:request');
    }
    // For a request that nobody made, and with the name of a session beside it.
    await answer(tab, uuidOf(51), forged);
    neighbour.send(
      JSON.stringify({
        type: 'look:answer',
        ref: 'as',
        requestId: uuidOf(50),
        sessionId: uuidOf(1),
        answer: forged,
      }),
    );
    await neighbour.first((message) => 'ref' in message && message.ref === 'as');
    const answers = answersIn(otherStore);
    await answer(tab, uuidOf(50), seen);
    const all = await answers.until((known) => pagesOf(known).some((page) => page.answer !== undefined));
    expect(pagesOf(all)).toEqual([{ sessionId: uuidOf(1), url: 'http://localhost:5173/', answer: seen }]);
  });

  it('is answered no more after the agent has taken it back, and leaves nothing behind', async () => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(1) });
    await otherStore.lookRequests.save(request(uuidOf(1)));
    await tab.next('look:request');
    await otherStore.lookRequests.remove(uuidOf(50));
    const answers = answersIn(otherStore);
    await answers.until((known) => known.length === 0);
    for (let times = 0; times < 3; times++) await answer(tab, uuidOf(50), seen);
    expect(await otherStore.lookAnswers.list()).toEqual([]);
  });

  it.each<{ name: string; forge: (look: object) => object }>([
    { name: 'of 5,000 lines', forge: (look) => ({ ...look, consoleErrors: Array(5_000).fill('x') }) },
    { name: 'with a text of half a megabyte', forge: (look) => ({ ...look, text: 'x'.repeat(500_000) }) },
    { name: 'with the address of a script', forge: (look) => ({ ...look, pageUrl: 'javascript:alert(1)' }) },
    { name: 'with no style but code', forge: (look) => ({ ...look, styles: ['a'] }) },
    {
      name: 'with a place in the source that is none',
      forge: (look) => ({ ...look, sourceLocation: { file: 'a', line: 'x' } }),
    },
    { name: 'with a picture that is a path', forge: (look) => ({ ...look, picture: '../../store.db' }) },
  ])('takes no answer $name', async ({ forge }) => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume({ sessionId: uuidOf(1) });
    await otherStore.lookRequests.save(request(uuidOf(1)));
    await tab.next('look:request');
    const look = forge(sampleLook());
    tab.send(
      JSON.stringify({
        type: 'look:answer',
        ref: 'r',
        requestId: uuidOf(50),
        answer: { found: true, hidden: false, matches: 1, look },
      }),
    );
    expect(await tab.first((message) => 'ref' in message && message.ref === 'r')).toMatchObject({
      type: 'error',
      code: 'protocol/invalid',
    });
    const [known] = await otherStore.lookAnswers.list();
    expect(known?.pages.map((page) => page.answer)).toEqual([undefined]);
  });
});
