import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import type { Action } from './actions.ts';
import { canStepBack, reduce } from './reducer.ts';
import type { ComposeTarget } from './state.ts';
import {
  card,
  hoverIn,
  hoverOver,
  modes,
  openFor,
  otherCard,
  run,
  start,
  withAnnotations,
} from './testing/states.ts';

const annotation = sampleAnnotation();
const page: ComposeTarget = { kind: 'page' };

describe('modes', () => {
  it('goes from hidden to inspect and back with the key', () => {
    expect(modes(start, [{ type: 'inspect:toggle' }, { type: 'inspect:toggle' }])).toEqual([
      'inspect',
      'hidden',
    ]);
  });

  it('ends inspect after sending, unless it is pinned', () => {
    const sending: Action[] = [{ type: 'inspect:toggle' }, openFor(card), { type: 'compose:done' }];
    expect(modes(start, sending)).toEqual(['inspect', 'annotate', 'hidden']);
    const pinned = reduce(start, { type: 'pin:toggle' });
    expect(modes(pinned, sending)).toEqual(['inspect', 'annotate', 'inspect']);
    expect(modes(reduce(pinned, { type: 'pin:toggle' }), sending)).toEqual(['inspect', 'annotate', 'hidden']);
  });

  it('returns to inspect when the composer is closed without sending', () => {
    const closing: Action[] = [{ type: 'inspect:toggle' }, openFor(card), { type: 'escape' }];
    expect(modes(start, closing)).toEqual(['inspect', 'annotate', 'inspect']);
  });

  it('leaves the drawing first, then the composer', () => {
    const drawing = { id: 'a', name: 'a.png', picture: null };
    const state = run(start, [openFor(card), { type: 'compose:change', change: () => ({ drawing }) }]);
    const left = reduce(state, { type: 'escape' });
    expect(left.mode).toMatchObject({ name: 'annotate', compose: { drawing: null } });
    expect(reduce(left, { type: 'escape' }).mode.name).toBe('hidden');
  });

  it('returns to hidden after a page note that began there', () => {
    expect(modes(start, [{ type: 'compose:open', target: page }, { type: 'compose:done' }])).toEqual([
      'annotate',
      'hidden',
    ]);
  });

  it.each<{ from: string; path: Action[]; back: string }>([
    { from: 'hidden', path: [], back: 'hidden' },
    { from: 'inspect', path: [{ type: 'inspect:toggle' }], back: 'inspect' },
    { from: 'annotate begun in inspect', path: [{ type: 'inspect:toggle' }, openFor(card)], back: 'inspect' },
    { from: 'a page note', path: [{ type: 'compose:open', target: page }], back: 'hidden' },
    { from: 'relink', path: [{ type: 'relink:start', id: annotation.id }], back: 'hidden' },
  ])('opens a thread from $from and goes back to $back', ({ path, back }) => {
    const state = run(withAnnotations(annotation), [...path, { type: 'thread:open', id: annotation.id }]);
    expect(state.mode).toMatchObject({ name: 'thread', id: annotation.id });
    expect(reduce(state, { type: 'thread:close' }).mode.name).toBe(back);
    expect(reduce(state, { type: 'escape' }).mode.name).toBe(back);
  });

  it('keeps where a thread began when another one is opened from it', () => {
    const other = sampleAnnotation({ id: uuidOf(101) });
    const state = run(withAnnotations(annotation, other), [
      { type: 'inspect:toggle' },
      { type: 'thread:open', id: annotation.id },
      { type: 'thread:open', id: other.id },
    ]);
    expect(state.mode).toEqual({ name: 'thread', id: other.id, back: 'inspect' });
  });

  it('opens no thread and no relink for an annotation that is not there', () => {
    expect(reduce(start, { type: 'thread:open', id: 'gone' })).toBe(start);
    expect(reduce(start, { type: 'relink:start', id: 'gone' })).toBe(start);
  });

  it('leaves every mode for hidden with the inspect key', () => {
    const annotating = run(start, [{ type: 'inspect:toggle' }, openFor(card)]);
    const threading = reduce(withAnnotations(annotation), { type: 'thread:open', id: annotation.id });
    for (const state of [annotating, threading])
      expect(reduce(state, { type: 'inspect:toggle' }).mode.name).toBe('hidden');
  });
});

describe('Esc', () => {
  it('drops what was gathered before it leaves inspect', () => {
    const state = run(start, [{ type: 'inspect:toggle' }, { type: 'gather', picked: card }]);
    const dropped = reduce(state, { type: 'escape' });
    expect(dropped.mode).toMatchObject({ name: 'inspect', gathered: [] });
    expect(reduce(dropped, { type: 'escape' }).mode.name).toBe('hidden');
  });

  it('leaves relink for hidden', () => {
    const state = reduce(withAnnotations(annotation), { type: 'relink:start', id: annotation.id });
    expect(reduce(state, { type: 'escape' }).mode.name).toBe('hidden');
  });

  it('closes the panel and then the bar when no mode is open', () => {
    let state = run(start, [{ type: 'bar:toggle' }, { type: 'panel:toggle' }, { type: 'inspect:toggle' }]);
    const steps = [];
    while (canStepBack(state)) {
      state = reduce(state, { type: 'escape' });
      steps.push([state.mode.name, state.panel !== null, state.bar]);
    }
    expect(steps).toEqual([
      ['hidden', true, true],
      ['hidden', false, true],
      ['hidden', false, false],
    ]);
  });

  it('is not ours when nothing is open', () => {
    expect(canStepBack(start)).toBe(false);
    expect(reduce(start, { type: 'escape' })).toBe(start);
  });

  it('is ours and does nothing while a comment is being sent', () => {
    const state = run(start, [openFor(card), { type: 'compose:sending' }]);
    expect(canStepBack(state)).toBe(true);
    expect(reduce(state, { type: 'escape' })).toBe(state);
  });
});

describe('hover', () => {
  const inspecting = run(start, [
    { type: 'inspect:toggle' },
    { type: 'hover', hover: hoverOver(card.element, 3) },
  ]);

  it('is taken while inspecting or relinking, and in no other mode', () => {
    const relinking = reduce(withAnnotations(annotation), { type: 'relink:start', id: annotation.id });
    const over = { type: 'hover', hover: hoverOver(card.element, 1) } as const;
    expect(reduce(relinking, over).mode).toMatchObject({ hover: { component: null } });
    expect(reduce(start, over)).toBe(start);
    const annotating = reduce(start, openFor(card));
    expect(reduce(annotating, over)).toBe(annotating);
  });

  it('takes a location only for what it is on', () => {
    const located = { source: { file: 'a.tsx', line: 1, column: 1 }, path: [0], component: 0, use: null };
    const here = { type: 'hover:located', element: card.element, located } as const;
    expect(hoverIn(reduce(inspecting, here))?.located).toBe(located);
    expect(reduce(inspecting, { ...here, element: otherCard.element })).toBe(inspecting);
    expect(reduce(start, here)).toBe(start);
  });
});

describe('gathering', () => {
  it('adds in order and takes out what is picked a second time', () => {
    const state = run(start, [
      { type: 'inspect:toggle' },
      { type: 'gather', picked: card },
      { type: 'gather', picked: otherCard },
    ]);
    expect(state.mode).toMatchObject({ gathered: [card, otherCard] });
    expect(reduce(state, { type: 'gather', picked: { ...card } }).mode).toMatchObject({
      gathered: [otherCard],
    });
  });

  it('happens while inspecting only', () => {
    expect(reduce(start, { type: 'gather', picked: card })).toBe(start);
  });
});
