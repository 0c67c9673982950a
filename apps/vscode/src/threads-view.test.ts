import { describe, expect, it } from 'vitest';

import type { ShownThread } from '@annotate-mcp/lsp/protocol';

import { ThreadsView } from './threads-view.ts';
import { contextOf, labelOf, statusOf } from './words.ts';

const at = { line: 1, character: 0 };
const shown = (id: string, more: Partial<ShownThread> = {}): ShownThread => ({
  id,
  range: { start: at, end: at },
  title: 'A button',
  state: 'open',
  notes: [],
  isFromRepository: false,
  comments: [],
  actions: ['reply', 'resolve'],
  link: 'http://localhost/',
  ...more,
});

/** Remembers what the editor was asked to show. */
function createView() {
  const calls: string[] = [];
  const view = new ThreadsView<{ id: string }>({
    create: (uri, { id }) => {
      calls.push(`create ${id} in ${uri}`);
      return { id };
    },
    update: ({ id }, { title }) => calls.push(`update ${id}: ${title}`),
    remove: ({ id }) => calls.push(`remove ${id}`),
  });
  return { view, taken: () => calls.splice(0) };
}

describe('the threads of a file', () => {
  it('are made, changed and removed, each only when it is different', () => {
    const { view, taken } = createView();
    view.show({ uri: 'a', threads: [shown('1'), shown('2')] });
    expect(taken()).toEqual(['create 1 in a', 'create 2 in a']);
    view.show({ uri: 'a', threads: [shown('2', { title: 'A link' }), shown('1')] });
    expect(taken()).toEqual(['update 2: A link']);
    view.show({ uri: 'b', threads: [shown('3')] });
    view.show({ uri: 'a', threads: [shown('1')] });
    expect(taken()).toEqual(['create 3 in b', 'remove 2']);
    view.show({ uri: 'a', threads: [] });
    view.clear();
    expect(taken()).toEqual(['remove 1', 'remove 3']);
  });

  it('may be two of one annotation, at two components', () => {
    const { view, taken } = createView();
    view.show({ uri: 'a', threads: [shown('1'), shown('1')] });
    view.show({ uri: 'a', threads: [shown('1')] });
    expect(taken()).toEqual(['create 1 in a', 'create 1 in a', 'remove 1']);
  });

  it('are told apart by what the editor has', () => {
    const threads: { id: string }[] = [];
    const view = new ThreadsView<{ id: string }>({
      create: (_, { id }) => {
        threads.push({ id });
        return threads.at(-1) ?? { id };
      },
      update: () => undefined,
      remove: () => undefined,
    });
    view.show({ uri: 'a', threads: [shown('1'), shown('2')] });
    expect(threads.map((thread) => view.idOf(thread))).toEqual(['1', '2']);
    expect(view.idOf({ id: '1' })).toBeNull();
  });
});

describe('the words of a thread', () => {
  it('say what it is about, what it waits for and where it comes from', () => {
    expect(labelOf(shown('1', { notes: ['It waits for your answer.'] }))).toBe(
      'A button · It waits for your answer.',
    );
    expect(labelOf(shown('1', { isFromRepository: true }))).toBe('Not trusted: A button');
  });

  it('name what can be done, for the conditions of menus', () => {
    expect(contextOf(shown('1'))).toBe('reply resolve page copy');
    expect(contextOf(shown('1', { isFromRepository: true, link: null, actions: ['adopt'] }))).toBe('adopt');
  });
});

describe('the status bar', () => {
  it('counts what is open, and says what waits', () => {
    expect(statusOf({ open: 0, waiting: 0, resolved: 0, withoutPlace: 0 })).toBeNull();
    expect(statusOf({ open: 2, waiting: 1, resolved: 3, withoutPlace: 1 })).toEqual({
      text: '$(comment-discussion) 3',
      tooltip: 'Comments: 2 open, 1 waits for you, 3 resolved, 1 of them without a place in a file',
      isUrgent: true,
    });
  });
});
