import { expect, it } from 'vitest';

import type { PageMessage, RestList } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';
import type { Rest } from '../state/state.ts';

import { createRestReader } from './read-rest.ts';

/** A hub with portions `1` to `last` of each list; it answers a turn later. */
function startReader(last: Record<RestList, number>, briefs: readonly string[] = []) {
  const container = createOverlayState(
    initialState({ hub: '/__annotate', appId: '.' }, 'http://localhost:4200/'),
  );
  const asked: PageMessage[] = [];
  let rest: Rest = {
    counts: { open: 9, closed: 9 },
    next: { open: '1', closed: '1' },
    briefs: new Set(briefs),
  };
  const show = () =>
    container.dispatch({ type: 'annotations', annotations: new Map(), unsent: new Set(), rest });
  show();
  const answer = (message: PageMessage) => {
    if (message.type === 'annotations:next') {
      const { list } = message;
      const next = Number(message.next) + 1;
      rest = { ...rest, next: { ...rest.next, [list]: next > last[list] ? null : `${next}` } };
    } else if (message.type === 'annotations:whole') {
      const left = [...rest.briefs].filter((id) => !message.ids.includes(id));
      rest = { ...rest, briefs: new Set(left) };
    }
    show();
  };
  const connection = {
    answers: true,
    /** What the hub waits for between a portion and saying that it is done. */
    isDone: Promise.resolve(),
    async ask(message: PageMessage) {
      asked.push(message);
      await Promise.resolve();
      if (this.answers) answer(message);
      await this.isDone;
      return this.answers;
    },
  };
  const portions = () => asked.map((one) => (one.type === 'annotations:next' ? one.list + one.next : ''));
  return {
    reader: createRestReader({ container, connection }),
    asked,
    portions,
    connection,
  };
}

it('reads all portions of both lists, each once', async () => {
  const { reader, portions } = startReader({ open: 3, closed: 2 });
  const [state] = await Promise.all([reader.all(), reader.all()]);
  expect(state.rest?.next).toEqual({ open: null, closed: null });
  expect(portions()).toEqual(['open1', 'open2', 'open3', 'closed1', 'closed2']);
});

it('reads one portion for all who ask for more meanwhile', async () => {
  const { reader, portions } = startReader({ open: 3, closed: 1 });
  await Promise.all([reader.more('open'), reader.more('open')]);
  expect(portions()).toEqual(['open1']);
});

it('reads the next portion for who asks after a portion has come, also while the hub is not done', async () => {
  const { reader, connection, portions } = startReader({ open: 3, closed: 1 });
  let done: () => void = () => undefined;
  connection.isDone = new Promise<void>((resolve) => {
    done = resolve;
  });
  const first = reader.more('open');
  await Promise.resolve();
  await Promise.resolve();
  const second = reader.more('open');
  done();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(portions()).toEqual(['open1', 'open2']);
});

it('reads as a whole what is known in brief only, fifty at once', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => uuidOf(n));
  const { reader, asked } = startReader({ open: 1, closed: 1 }, ids);
  const state = await reader.whole([...ids, uuidOf(99)]);
  expect(state.rest?.briefs).toEqual(new Set());
  expect(asked.map((one) => (one.type === 'annotations:whole' ? one.ids.length : 0))).toEqual([50, 10]);
});

it('ends when the hub does not answer, and asks again when it is called again', async () => {
  const { reader, connection, portions } = startReader({ open: 3, closed: 3 }, [uuidOf(1)]);
  connection.answers = false;
  expect((await reader.all()).rest?.next).toEqual({ open: '1', closed: '1' });
  expect((await reader.whole([uuidOf(1)])).rest?.briefs).toEqual(new Set([uuidOf(1)]));
  expect(await reader.more('open')).toBe(false);
  connection.answers = true;
  expect(await reader.more('open')).toBe(true);
  expect(portions().at(-1)).toBe('open1');
});
