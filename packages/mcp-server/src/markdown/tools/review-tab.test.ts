import { describe, expect, it } from 'vitest';

import { commentOn, createMarkdownFixture, enterTab } from '../../testing/review-clients.ts';

const text = '# Plan\n\nWe want to ship in May.\n';

describe('a client that declares views and shows none', () => {
  it('is told so with an address of a tab, whether it waits or not, and not before its time', async () => {
    const { agent, viewUUID, pass } = await opened();
    const [early] = await agent.interact(viewUUID, { type: 'get_comments' });
    expect(early).not.toHaveProperty('url');
    pass(9_950);
    for (const input of [{ wait: true }, {}, { filter: 'all' }, { wait: true, timeoutMs: 1 }]) {
      const [answer] = await agent.interact(viewUUID, { type: 'get_comments', ...input });
      expect(answer).toMatchObject({
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/review\//) as string,
        hint: expect.stringMatching(
          /^This client has not shown the review.*Give the person the url/,
        ) as string,
      });
    }
  });

  it('waits for its whole time once it was told', async () => {
    const { agent, viewUUID, pass } = await opened();
    pass(10_000);
    await agent.interact(viewUUID, { type: 'get_comments', wait: true });
    const asked = performance.now();
    const [answer] = await agent.interact(viewUUID, { type: 'get_comments', wait: true, timeoutMs: 500 });
    expect(answer).toHaveProperty('url');
    expect(performance.now() - asked).toBeGreaterThan(490);
  });

  it('gets what the person says in that tab, and no other address while it is open', async () => {
    const { agent, viewUUID, pass, callFromTab } = await opened();
    pass(10_000);
    const [{ url } = { url: '' }] = await agent.interact(viewUUID, { type: 'get_comments' });
    const call = await callFromTab(String(url));
    await call('poll_md_commands', { instance: 'tab', after: null });
    const waiting = agent.interact(viewUUID, { type: 'get_comments', wait: true });
    await call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    const [answer] = await waiting;
    expect(answer).toMatchObject({ comments: [{ quote: 'ship' }] });
    expect(answer).not.toHaveProperty('url');
  });

  it('goes on waiting for its whole time when the view comes', async () => {
    const { agent, viewUUID, view, pass } = await opened();
    pass(9_900);
    const waiting = agent.interact(viewUUID, { type: 'get_comments', wait: true, timeoutMs: 1_000 });
    await view.call('poll_md_commands', { instance: 'frame', after: null });
    const [answer] = await waiting;
    expect(answer).toMatchObject({ timedOut: true });
    expect(answer).not.toHaveProperty('url');
  });

  it('may ask for a tab at once', async () => {
    const { agent, fixture } = await opened();
    const answer = await agent.call('open_markdown', { path: 'plan.md', in: 'tab' });
    expect(answer).toMatchObject({ hint: expect.stringContaining('opens in the browser') as string });
    expect(fixture.shown).toEqual([answer.url]);
  });
});

async function opened() {
  let passed = 0;
  const fixture = await createMarkdownFixture({ now: () => new Date(Date.now() + passed) });
  fixture.write('plan.md', text);
  const agent = await fixture.connect();
  const view = await agent.open('plan.md');
  return {
    fixture,
    agent,
    view,
    viewUUID: view.viewUUID,
    pass: (ms: number) => (passed += ms),
    callFromTab: async (url: string) => {
      const { origin, pathname } = new URL(url);
      const token = await enterTab(url);
      return async (name: string, args: Record<string, unknown>) => {
        const response = await fetch(`${origin}${pathname}call`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ name, arguments: args }),
        });
        expect(await response.json()).not.toHaveProperty('isError', true);
      };
    },
  };
}
