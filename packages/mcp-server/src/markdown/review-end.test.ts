/** How an agent hears that the person has decided, or has closed the review. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { wholeDocument } from '@annotate-mcp/core';

import { notifySubscriber } from '../annotations/notify-subscribers.ts';
import { commentOn, enterTab, type OpenedView, postCode } from '../testing/review-clients.ts';

import { fetched, isListening, opened, text, wait } from './testing/opened-plan.ts';
import { leaveGraceMs } from './views/reviewer-presence.ts';
import { forgetMs } from './views/view.ts';

let made = 0;
const verdictOf = (verdict: string, said?: string) => ({
  id: `00000000-0000-4000-9000-${String(++made).padStart(12, '0')}`,
  verdict,
  ...(said !== undefined && { text: said }),
});
const submit = (view: OpenedView, verdict: object, ...comments: object[]) =>
  view.call('submit_batch', { comments, mode: 'edit', verdict });

describe('a verdict', () => {
  it('reaches the agent that waits, with the comments that were sent with it', async () => {
    const { agent, view } = await opened();
    const waiting = agent.interact(view.viewUUID, wait);
    await isListening(view, true);
    const answer = await submit(view, verdictOf('changes', 'Shorter.'), commentOn(text, 'ship'));
    expect(answer).toMatchObject({
      delivered: true,
      nudge: { message: expect.stringContaining('Shorter.') as string },
    });
    expect(await waiting).toMatchObject([
      {
        comments: [{ quote: 'ship' }],
        verdict: { verdict: 'changes', text: 'Shorter.', at: expect.any(String) as string },
      },
    ]);
  });

  it('is news once, and is shown on every later call until it is outdated', async () => {
    const { agent, view, fixture } = await opened();
    await submit(view, verdictOf('approve'));
    const [news] = await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'new' });
    expect(news).toMatchObject({ comments: [], verdict: { verdict: 'approve' } });
    const [again] = await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'new' });
    expect(again).not.toHaveProperty('verdict');
    const [listed] = await agent.interact(view.viewUUID, fetched);
    expect(listed).toHaveProperty('verdict');
    expect(listed).not.toHaveProperty('verdict.outdated');
    fixture.write('docs/plan.md', `${text}\nMore.\n`);
    const { document } = fixture.markdown.views.get(view.viewUUID).reviewed;
    await document.refresh();
    expect(await agent.interact(view.viewUUID, fetched)).toMatchObject([{ verdict: { outdated: true } }]);
    expect(await agent.open('docs/plan.md')).toMatchObject({ verdict: { outdated: true } });
  });

  it('without comments reaches subscribers of the document and of all lists, who can read it there', async () => {
    const { agent, view, fixture } = await opened();
    const notified = new Set<string>();
    const told = Promise.withResolvers<undefined>();
    const subscriber = {
      subscriptions: null,
      resourceListChanged: () => undefined,
      resourceUpdated: (uri: string) => {
        if (notified.add(uri).size === 3) told.resolve(undefined);
      },
    };
    const { store, markdown } = fixture;
    const notifying = await notifySubscriber(store, subscriber, told.reject, markdown.verdicts);
    onTestFinished(() => notifying.close());
    await submit(view, verdictOf('approve', 'Go on.'));
    await told.promise;
    expect([...notified].sort()).toEqual([
      'annotations://all',
      'annotations://open',
      'annotations://page/docs%2Fplan.md',
    ]);
    for (const uri of notified)
      expect(JSON.stringify(await agent.client.readResource({ uri }))).toContain('Go on.');
    const other = await agent.client.readResource({ uri: 'annotations://page/docs%2Fother.md' });
    expect(JSON.stringify(other)).not.toContain('Go on.');
  });

  it('that is sent twice is told once', async () => {
    const { agent, view } = await opened();
    const verdict = verdictOf('approve');
    await submit(view, verdict);
    await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'new' });
    expect(await submit(view, verdict)).toMatchObject({ comments: [], nudge: null });
    const [again] = await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'new' });
    expect(again).not.toHaveProperty('verdict');
  });

  it('is told to the host when no agent waits', async () => {
    const { view } = await opened();
    expect(await submit(view, verdictOf('approve'))).toMatchObject({
      delivered: false,
      nudge: {
        message: 'I approve docs/plan.md.',
        context: expect.stringContaining('get_comments') as string,
      },
    });
  });

  it.each([
    { what: 'of an unknown kind', verdict: { ...verdictOf('approve'), verdict: 'reject' } },
    { what: 'with a blank text', verdict: verdictOf('comment', ' ') },
    { what: 'without an id', verdict: { verdict: 'approve' } },
  ])('$what is refused, and nothing is submitted', async ({ verdict }) => {
    const { view, agent } = await opened();
    await expect(submit(view, verdict, commentOn(text, 'ship'))).rejects.toThrow(/invalid/);
    expect(await agent.interact(view.viewUUID, fetched)).toMatchObject([{ comments: [] }]);
  });
});

it('a comment on the whole document says so and has no quote', async () => {
  const { agent, view } = await opened();
  const comment = { ...commentOn(text, 'ship'), anchor: wholeDocument };
  await view.call('submit_batch', { comments: [comment], mode: 'edit' });
  const [{ comments } = { comments: [] }] = await agent.interact(view.viewUUID, fetched);
  expect(comments).toMatchObject([{ id: comment.id, text: comment.text, about: 'the whole document' }]);
  expect(JSON.stringify(comments)).not.toMatch(/quote|lines|blockId/);
});

describe('the reviewer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  const poll = (view: OpenedView, instance: string) =>
    view.call('poll_md_commands', { instance, after: null });

  it('who closes the view is reported to the agent that waits, once', async () => {
    const { agent, view } = await opened();
    await poll(view, 'tab');
    const waiting = agent.interact(view.viewUUID, { ...wait, timeoutMs: 50_000 });
    await vi.waitFor(async () =>
      expect(await poll(view, 'tab')).toMatchObject({ snapshot: { listening: { waiting: true } } }),
    );
    await view.call('leave_view', { instance: 'tab' });
    await vi.advanceTimersByTimeAsync(leaveGraceMs);
    expect(await waiting).toMatchObject([{ comments: [], reviewerLeft: true }]);
    expect(await agent.interact(view.viewUUID, { type: 'get_state' })).toMatchObject([
      { openViews: 0, reviewerLeft: true },
    ]);
    expect(await agent.interact(view.viewUUID, { ...wait, timeoutMs: 0 })).toMatchObject([
      { reviewerLeft: true },
    ]);
  });

  it('who loads the view again, or has it open elsewhere, has not left', async () => {
    const { agent, view } = await opened();
    for (const instance of ['tab', 'frame']) await poll(view, instance);
    for (const instance of ['tab', 'frame']) await view.call('leave_view', { instance });
    await vi.advanceTimersByTimeAsync(leaveGraceMs / 2);
    await poll(view, 'tab again');
    await vi.advanceTimersByTimeAsync(leaveGraceMs * 2);
    const [state] = await agent.interact(view.viewUUID, { type: 'get_state' });
    expect(state).toMatchObject({ openViews: 1 });
    expect(state).not.toHaveProperty('reviewerLeft');
  });

  it('whose host says nothing has left when the view has been silent for long', async () => {
    const { agent, view } = await opened();
    await poll(view, 'frame');
    await vi.advanceTimersByTimeAsync(forgetMs + leaveGraceMs + 2_000);
    expect(await agent.interact(view.viewUUID, { type: 'get_state' })).toMatchObject([
      { reviewerLeft: true },
    ]);
  });

  it('who was never there has not left, and is back when the file is opened again', async () => {
    const { agent, view } = await opened();
    await vi.advanceTimersByTimeAsync(forgetMs * 2);
    expect((await agent.interact(view.viewUUID, { type: 'get_state' }))[0]).not.toHaveProperty(
      'reviewerLeft',
    );
    await poll(view, 'tab');
    await view.call('leave_view', { instance: 'tab' });
    await vi.advanceTimersByTimeAsync(leaveGraceMs);
    const again = await agent.open('docs/plan.md');
    expect((await agent.interact(again.viewUUID, { type: 'get_state' }))[0]).not.toHaveProperty(
      'reviewerLeft',
    );
  });
});

describe('the address of a tab', () => {
  it('does not carry the token, and opens one tab', async () => {
    const { fixture } = await opened();
    const agent = await fixture.connect({ showsViews: false });
    const { url, viewUUID } = await agent.call('open_markdown', { path: 'docs/plan.md' });
    const { token } = fixture.markdown.views.get(String(viewUUID)).view;
    expect(String(url)).not.toContain(token);
    expect(await enterTab(String(url))).toBe(token);
    const second = await postCode(String(url));
    expect(second.status).toBe(403);
    expect(await second.json()).toMatchObject({ code: 'markdown/used-address' });
  });

  it('is not used up by reading it, nor by the code of another view', async () => {
    const { fixture } = await opened();
    fixture.write('b.md', text);
    const agent = await fixture.connect({ showsViews: false });
    const { url } = await agent.call('open_markdown', { path: 'docs/plan.md' });
    const { url: other } = await agent.call('open_markdown', { path: 'b.md' });
    await (await fetch(String(url))).text();
    const mixed = new URL(String(other));
    mixed.hash = new URL(String(url)).hash;
    expect((await postCode(mixed)).status).toBe(403);
    expect((await postCode(String(url))).status).toBe(200);
  });

  it('is not given while the person has the review open', async () => {
    const { fixture } = await opened();
    const agent = await fixture.connect({ showsViews: false });
    const { viewUUID } = await agent.call('open_markdown', { path: 'docs/plan.md' });
    const tab = new AbortController();
    const { view } = fixture.markdown.views.get(String(viewUUID));
    const polling = view.poll({ instance: 'tab', after: 0 }, tab.signal);
    const again = await agent.call('open_markdown', { path: 'docs/plan.md' });
    expect(again).toMatchObject({ viewUUID });
    expect(again).not.toHaveProperty('url');
    tab.abort();
    await polling;
  });
});
