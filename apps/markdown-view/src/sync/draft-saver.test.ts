import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CommentInput } from '@annotate-mcp/markdown';
import { MemoryStorage } from '@annotate-mcp/overlay/testing/memory-storage';

import { RefusedError } from '../host/view-host.ts';
import { anchorOf, comment } from '../testing/comments.ts';

import { createBrowserCopies } from './browser-copies.ts';
import { DraftSaver } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const copies = createBrowserCopies(new MemoryStorage(), 'plan.md');
  const server = {
    has: new Map<string, string>(),
    calls: 0,
    problem: null as Error | null,
    /** The test resolves it to let the call under way finish. */
    gate: Promise.resolve(),
  };
  const events = { onSaved: vi.fn(), onTooLate: vi.fn(), onUnsaved: vi.fn() };
  const drafts = new DraftSaver({
    async persist({ id, text }) {
      server.calls++;
      await server.gate;
      if (server.problem) throw server.problem;
      server.has.set(id, text);
      return { comment: comment(id, { annotationText: text, status: 'draft' }) };
    },
    copies,
    events,
  });
  return { copies, server, events, drafts };
}

const input = (text: string, id = 'a'): CommentInput => ({ id, text, anchor: anchorOf('first step') });

it('sends the latest text once, after a pause in typing', async () => {
  const { drafts, server, copies, events } = setUp();
  for (const text of ['F', 'Fi', 'Fix']) drafts.write(input(text));
  expect(copies.drafts().map(({ text }) => text)).toEqual(['Fix']);
  await vi.advanceTimersByTimeAsync(500);
  expect([server.calls, server.has.get('a')]).toEqual([1, 'Fix']);
  expect(copies.drafts()).toEqual([]);
  expect(events.onUnsaved).toHaveBeenLastCalledWith(0);
});

it('tries again until the server has the comment, and keeps the copy in the browser until then', async () => {
  const { drafts, server, copies, events } = setUp();
  server.problem = new TypeError('Failed to fetch');
  drafts.write(input('Fix'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toBeGreaterThan(3);
  expect(copies.drafts()).toHaveLength(1);
  expect(events.onUnsaved).toHaveBeenLastCalledWith(1);
  server.problem = null;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.has.get('a')).toBe('Fix');
  expect(copies.drafts()).toEqual([]);
});

it('sends what was typed during the call with the earlier text', async () => {
  const { drafts, server } = setUp();
  let open: () => void = () => undefined;
  server.gate = new Promise((resolve) => (open = resolve));
  drafts.write(input('Fix'));
  await vi.advanceTimersByTimeAsync(500);
  drafts.write(input('Fix it'));
  open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.has.get('a')).toBe('Fix it');
});

it('sends the other comments when one is refused', async () => {
  const { drafts, server } = setUp();
  server.problem = new RefusedError('bad anchor', 'annotation/invalid');
  drafts.write(input('bad'));
  drafts.write(input('good', 'b'));
  await vi.advanceTimersByTimeAsync(500);
  server.problem = null;
  await vi.advanceTimersByTimeAsync(3000);
  expect([...server.has.keys()]).toEqual(['b', 'a']);
});

it('stops sending a comment that is no longer a draft, and reports it', async () => {
  const { drafts, server, events } = setUp();
  server.problem = new RefusedError('It is resolved.', 'lifecycle/wrong-status');
  drafts.write(input('Fix'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toBe(1);
  expect(events.onTooLate).toHaveBeenCalledExactlyOnceWith(input('Fix'));
});

it('keeps the copy of a comment that is being sent until it is forgotten, and saves it no more', async () => {
  const { drafts, server, copies, events } = setUp();
  drafts.write(input('Fix'));
  await drafts.hold(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([server.calls, copies.drafts().length]).toEqual([0, 1]);
  expect(events.onUnsaved).toHaveBeenLastCalledWith(0);
  await drafts.forget(['a']);
  expect(copies.drafts()).toEqual([]);
});

describe('flush', () => {
  it('sends at once and resolves when the server has it', async () => {
    const { drafts, server } = setUp();
    drafts.write(input('Fix'));
    await drafts.flush();
    expect(server.has.get('a')).toBe('Fix');
  });

  it('rejects with the reason, and sends the text again later', async () => {
    const { drafts, server } = setUp();
    server.problem = new TypeError('Failed to fetch');
    drafts.write(input('Fix'));
    await expect(drafts.flush()).rejects.toThrow('Failed to fetch');
    server.problem = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.has.get('a')).toBe('Fix');
  });
});

it('does not send a comment that was forgotten', async () => {
  const { drafts, server, copies } = setUp();
  drafts.write(input('Fix'));
  await drafts.forget(['a']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.calls).toBe(0);
  expect(copies.drafts()).toEqual([]);
});
