import { describe, expect, it } from 'vitest';

import type { PollResult, ViewSnapshot } from '@annotate-mcp/markdown';

import { forgetMs, longestQueue, mostCopies, View } from './view.ts';

const snapshot: ViewSnapshot = {
  fileMeta: { path: 'a.md', name: 'a.md', sha: '', bytes: 0, lines: 0, writable: true },
  mode: 'edit',
  mirror: false,
  comments: [],
  listening: { waiting: false, agentName: null },
  asksVerdict: false,
  verdict: null,
  reviewedSha: null,
  problem: null,
  personName: null,
};
const scroll = (lineStart: number) =>
  ({ type: 'scroll_to', target: { lineStart, lineEnd: lineStart } }) as const;
const { signal } = new AbortController();

describe('a view', () => {
  it('sends the whole state first', async () => {
    const { poll } = aView();
    expect(await poll('a', null)).toEqual({ snapshot, commands: [], seq: 0 });
  });

  it('sends commands in order, and again until the copy acknowledges them', async () => {
    const { view, poll } = aView();
    const { seq } = await poll('a', null);
    view.push({ type: 'mode', mode: 'review' });
    view.push({ type: 'mirror', mirror: true });
    const first = await poll('a', seq);
    expect(types(first)).toEqual(['mode', 'mirror']);
    // The answer was lost on its way.
    expect(await poll('a', seq)).toEqual(first);
    expect(await poll('a', first.seq)).toEqual({ commands: [], seq: first.seq });
  });

  it('answers a waiting poll as soon as there is a command', async () => {
    const { view, poll } = aView();
    const { seq } = await poll('a', null);
    const waiting = view.poll({ instance: 'a', after: seq, waitMs: 25_000 }, signal);
    view.push({ type: 'problem', problem: 'gone' });
    expect(types(await waiting)).toEqual(['problem']);
  });

  it('shows a passage that was named before the first poll', async () => {
    const { view, poll } = aView();
    view.push(scroll(3));
    view.push({ type: 'mode', mode: 'review' });
    // The mode is part of the snapshot.
    expect(types(await poll('a', null))).toEqual(['scroll_to']);
    expect(types(await poll('a', null))).toEqual(['scroll_to']);
  });

  it('does not scroll again when a copy is reloaded', async () => {
    const { view, poll } = aView();
    view.push(scroll(3));
    const { seq } = await poll('a', null);
    await poll('a', seq);
    expect(types(await poll('b', null))).toEqual([]);
  });

  it('sends each copy all commands, however far the others are', async () => {
    const { view, poll } = aView();
    const { seq } = await poll('slow', null);
    await poll('fast', null);
    view.push(scroll(1));
    await poll('fast', (await poll('fast', seq)).seq);
    view.push(scroll(2));
    expect(types(await poll('slow', seq))).toEqual(['scroll_to', 'scroll_to']);
  });

  it('sends a snapshot to a copy that is too far behind', async () => {
    const { view, poll } = aView();
    const { seq } = await poll('a', null);
    for (let each = 0; each <= longestQueue; each++) view.push(scroll(each + 1));
    const answer = await poll('a', seq);
    expect(answer.snapshot).toEqual(snapshot);
    expect(answer.commands).toHaveLength(longestQueue);
  });

  it('keeps only pointing commands while it has no copy', async () => {
    const { view, poll, clock } = aView();
    const { seq } = await poll('a', null);
    clock.now += forgetMs + 1;
    view.push(scroll(1));
    for (let each = 0; each < longestQueue; each++) view.push({ type: 'problem', problem: String(each) });
    const answer = await poll('a', seq);
    expect(answer).toMatchObject({ snapshot, seq: longestQueue + 1 });
    expect(types(answer)).toEqual(['scroll_to']);
    view.push({ type: 'mirror', mirror: true });
    expect(types(await poll('a', answer.seq))).toEqual(['mirror']);
  });

  it('sends a snapshot to a copy that names an unknown sequence number', async () => {
    const { poll } = aView();
    expect((await poll('a', 99)).snapshot).toEqual(snapshot);
  });

  it('forgets a silent copy, and keeps no commands for it', async () => {
    const { view, poll, clock } = aView();
    const { seq } = await poll('gone', null);
    view.push(scroll(1));
    clock.now += forgetMs + 1;
    await poll('here', (await poll('here', null)).seq);
    expect(view.copies).toBe(1);
    expect((await poll('gone', seq)).snapshot).toEqual(snapshot);
  });

  it('does not forget a copy while it waits', async () => {
    const { view, poll, clock } = aView();
    const { seq } = await poll('a', null);
    const waiting = view.poll({ instance: 'a', after: seq }, signal);
    clock.now += forgetMs + 1;
    expect(view.copies).toBe(1);
    view.close();
    await waiting;
  });

  it('drops the copy that polled longest ago when there are too many', async () => {
    const { view, poll } = aView();
    for (let each = 0; each <= mostCopies; each++) await poll(`copy ${each}`, null);
    expect(view.copies).toBe(mostCopies);
  });

  it.each([
    {
      why: 'the same copy asks again',
      end: (view: View) => void view.poll({ instance: 'a', after: 0, waitMs: 0 }, signal),
    },
    { why: 'the view closes', end: (view: View) => view.close() },
  ])('answers a poll with nothing when $why', async ({ end }) => {
    const { view, poll } = aView();
    await poll('a', null);
    const waiting = view.poll({ instance: 'a', after: 0 }, signal);
    end(view);
    expect(await waiting).toEqual({ commands: [], seq: 0 });
  });

  it('ends a poll when its caller is gone', async () => {
    const { view, poll } = aView();
    await poll('a', null);
    const caller = new AbortController();
    const waiting = view.poll({ instance: 'a', after: 0 }, caller.signal);
    caller.abort();
    expect(await waiting).toEqual({ commands: [], seq: 0 });
    expect(view.copies).toBe(0);
  });
});

function aView() {
  const clock = { now: 0 };
  const view = new View({ id: 'v', token: 't', snapshot: () => snapshot, now: () => new Date(clock.now) });
  const poll = (instance: string, after: number | null) => view.poll({ instance, after, waitMs: 0 }, signal);
  return { view, clock, poll };
}

function types({ commands }: PollResult): string[] {
  return commands.map(({ command }) => command.type);
}
