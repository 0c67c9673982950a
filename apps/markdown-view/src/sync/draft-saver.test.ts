import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CommentInput } from '@annotate-mcp/markdown';

import { Refused } from '../host/view-host.ts';
import { anchorOf, comment } from '../testing/comments.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';

import { Drafts } from './drafts.ts';
import { createShelf } from './shelf.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const shelf = createShelf(new MemoryStorage(), 'plan.md');
  const server = {
    has: new Map<string, string>(),
    calls: 0,
    problem: null as Error | null,
    /** Resolved by the test, while something is on its way. */
    gate: Promise.resolve(),
  };
  const events = { onSaved: vi.fn(), onTooLate: vi.fn(), onUnsaved: vi.fn() };
  const drafts = new Drafts({
    async persist({ id, text }) {
      server.calls++;
      await server.gate;
      if (server.problem) throw server.problem;
      server.has.set(id, text);
      return { comment: comment(id, { annotationText: text, status: 'draft' }) };
    },
    shelf,
    events,
  });
  return { shelf, server, events, drafts };
}

const input = (text: string, id = 'a'): CommentInput => ({ id, text, anchor: anchorOf('first step') });

it('sends once when nobody types for a moment, with the latest text', async () => {
  const { drafts, server, shelf, events } = setUp();
  for (const text of ['F', 'Fi', 'Fix']) drafts.write(input(text));
  expect(shelf.comments().map(({ text }) => text)).toEqual(['Fix']);
  await vi.advanceTimersByTimeAsync(500);
  expect([server.calls, server.has.get('a')]).toEqual([1, 'Fix']);
  expect(shelf.comments()).toEqual([]);
  expect(events.onUnsaved).toHaveBeenLastCalledWith(0);
});

it('tries again until the server has it, and keeps its copy until then', async () => {
  const { drafts, server, shelf, events } = setUp();
  server.problem = new TypeError('Failed to fetch');
  drafts.write(input('Fix'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toBeGreaterThan(3);
  expect(shelf.comments()).toHaveLength(1);
  expect(events.onUnsaved).toHaveBeenLastCalledWith(1);
  server.problem = null;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.has.get('a')).toBe('Fix');
  expect(shelf.comments()).toEqual([]);
});

it('sends what was typed while the earlier text was on its way', async () => {
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

it('lets one that is refused not hold up the others', async () => {
  const { drafts, server } = setUp();
  server.problem = new Refused('bad anchor', 'annotation/invalid');
  drafts.write(input('bad'));
  drafts.write(input('good', 'b'));
  await vi.advanceTimersByTimeAsync(500);
  server.problem = null;
  await vi.advanceTimersByTimeAsync(3000);
  expect([...server.has.keys()]).toEqual(['b', 'a']);
});

it('gives up what is no draft any more, and says so', async () => {
  const { drafts, server, events } = setUp();
  server.problem = new Refused('It is resolved.', 'lifecycle/wrong-status');
  drafts.write(input('Fix'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toBe(1);
  expect(events.onTooLate).toHaveBeenCalledExactlyOnceWith(input('Fix'));
});

describe('flush', () => {
  it('sends at once and resolves when the server has it', async () => {
    const { drafts, server } = setUp();
    drafts.write(input('Fix'));
    await drafts.flush();
    expect(server.has.get('a')).toBe('Fix');
  });

  it('rejects with why it could not, and the text is tried again', async () => {
    const { drafts, server } = setUp();
    server.problem = new TypeError('Failed to fetch');
    drafts.write(input('Fix'));
    await expect(drafts.flush()).rejects.toThrow('Failed to fetch');
    server.problem = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.has.get('a')).toBe('Fix');
  });
});

it('sends nothing of what was forgotten', async () => {
  const { drafts, server, shelf } = setUp();
  drafts.write(input('Fix'));
  await drafts.forget(['a']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.calls).toBe(0);
  expect(shelf.comments()).toEqual([]);
});
