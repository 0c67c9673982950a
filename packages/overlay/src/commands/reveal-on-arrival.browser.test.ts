import { afterEach, describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { revealOnArrival } from './reveal-on-arrival.ts';

const id = uuidOf(1);
const before = location.href;

afterEach(() => history.replaceState(null, '', before));

/** A page that was opened at this address. */
function arrive(address: string) {
  history.replaceState({ of: 'the app' }, '', address);
  const container = createOverlayState(initialState({ hub: '/__annotate', appId: '.' }, location.href));
  const revealed: string[] = [];
  const commands = { reveal: (one: string) => void revealed.push(one) };
  return { container, revealed, found: revealOnArrival(commands, container) };
}

describe('a link to an annotation', () => {
  it.each([
    [`/a?annotate=${id}`, '/a'],
    [`/a?b&annotate=${id}`, '/a?b'],
    [`/a?annotate=${id}&b=%20c#/d`, '/a?b=%20c#/d'],
  ])('%s opens its thread when its target is found, and leaves %s', (address, left) => {
    const { container, revealed, found } = arrive(address);
    expect([location.pathname + location.search + location.hash, history.state]).toEqual([
      left,
      { of: 'the app' },
    ]);
    const annotations = new Map([[id, sampleAnnotation({ id })]]);
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
    found([{ id: uuidOf(2) }]);
    expect(revealed).toEqual([]);
    found([{ id }]);
    found([{ id }]);
    expect(revealed).toEqual([id]);
    expect(container.get().mode).toMatchObject({ name: 'thread', id });
  });

  it.each(['page', 'component'] as const)('opens a %s annotation that has no target on the page', (kind) => {
    const { container, revealed } = arrive(`/a?annotate=${id}`);
    const annotations = new Map([[id, sampleAnnotation({ id, kind })]]);
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
    if (kind === 'component') container.dispatch({ type: 'lost', ids: new Set([id]) });
    expect(revealed).toEqual([id]);
    expect(container.get().mode).toMatchObject({ name: 'thread', id });
  });

  it('changes nothing on a page that was opened without one', () => {
    const { container } = arrive('/a?annotated=1&b=annotate');
    expect(location.search).toBe('?annotated=1&b=annotate');
    expect(container.get().mode).toEqual({ name: 'hidden' });
  });
});
