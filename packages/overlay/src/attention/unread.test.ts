import { describe, expect, it } from 'vitest';

import { reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { initialState, reduce } from '../state/reducer.ts';
import { selectListed } from '../state/select-listed.ts';
import type { OverlayState } from '../state/state.ts';

import { countUnread, isUnread, mergeSeen } from './unread.ts';

const [me, bo] = [uuidOf(1), uuidOf(2)];
const time = (minute: number) => new Date(Date.UTC(2026, 10, 15, 10, minute));
const note = { id: uuidOf(7), message: 'Done' };

/** The first visit was at minute 5. */
function stateWith(...annotations: ReturnType<typeof sampleAnnotation>[]): OverlayState {
  const seen = { since: time(5).toISOString(), at: new Map<string, string>() };
  const first = initialState({ hub: '/__annotate', appId: '.' }, 'http://localhost:4200/cart');
  const named = reduce(reduce(first, { type: 'seen', seen }), {
    type: 'me',
    me: { id: me, name: 'Ada', isNamed: true, local: true, may: null },
  });
  return withAnnotations(named, ...annotations);
}

function withAnnotations(state: OverlayState, ...annotations: ReturnType<typeof sampleAnnotation>[]) {
  return reduce(state, {
    type: 'annotations',
    annotations: new Map(annotations.map((one) => [one.id, one])),
    unsent: new Set(),
  });
}

describe('unread', () => {
  const mine = sampleAnnotation({ authorId: me, at: time(6) });
  const theirs = sampleAnnotation({ authorId: bo, at: time(6) });

  it('is what another person or an agent wrote or closed since the first visit', () => {
    expect(isUnread(stateWith(mine), mine)).toBe(false);
    expect(isUnread(stateWith(theirs), theirs)).toBe(true);
    const old = sampleAnnotation({ authorId: bo, at: time(4) });
    expect(isUnread(stateWith(old), old)).toBe(false);
    const answered = reply(mine, sampleAgent, time(7), note);
    expect(isUnread(stateWith(answered), answered)).toBe(true);
    const closed = resolve(mine, sampleAgent, time(8));
    expect(isUnread(stateWith(closed), closed)).toBe(true);
    const own = reply(mine, { type: 'person', authorId: me }, time(7), note);
    expect(isUnread(stateWith(own), own)).toBe(false);
  });

  it('is nothing before the hub has said who the person is, and nothing that came with the repository', () => {
    const state = stateWith(theirs);
    expect(isUnread({ ...state, me: { ...state.me, id: '' } }, theirs)).toBe(false);
    expect(isUnread(state, { ...theirs, origin: 'repository' })).toBe(false);
  });

  it('is shown by its filter', () => {
    const state = stateWith(theirs, { ...mine, id: uuidOf(101) });
    expect(countUnread(state)).toBe(1);
    const panel = { tab: 'all', filter: 'unread', selected: null } as const;
    expect(selectListed(state, panel).map(({ id }) => id)).toEqual([theirs.id]);
  });

  it('is merged from what two tabs have seen', () => {
    const [a, b] = [
      { since: '2', at: new Map([['x', '3']]) },
      { since: '1', at: new Map([...[['x', '5'] as const], ['y', '4'] as const]) },
    ];
    expect(mergeSeen(a, b)).toEqual({
      since: '1',
      at: new Map([
        ['x', '5'],
        ['y', '4'],
      ]),
    });
  });
});
