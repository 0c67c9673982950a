import { describe, expect, it } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import type { Action } from './actions.ts';
import { canStepBack, initialState, reduce } from './reducer.ts';
import type { Hover, OverlayState, Picked, Subject } from './state.ts';
import { subjectKey } from './subject-key.ts';

const url = 'http://localhost:5173/cart';
const annotation = sampleAnnotation();
const start = initialState({ hub: '/__annotate', appId: '.' }, url);
const card = picked('main > card:nth-of-type(1)');
const otherCard = picked('main > card:nth-of-type(2)');

describe('modes', () => {
  it('goes from hidden to inspect and back with the key', () => {
    expect(modes(start, [{ type: 'inspect:toggle' }, { type: 'inspect:toggle' }])).toEqual([
      'inspect',
      'hidden',
    ]);
  });

  it('ends inspect after sending, unless it is pinned', () => {
    const sending: Action[] = [{ type: 'inspect:toggle' }, open(card), { type: 'compose:done' }];
    expect(modes(start, sending)).toEqual(['inspect', 'annotate', 'hidden']);
    const pinned = reduce(start, { type: 'pin:toggle' });
    expect(modes(pinned, sending)).toEqual(['inspect', 'annotate', 'inspect']);
    expect(modes(reduce(pinned, { type: 'pin:toggle' }), sending)).toEqual(['inspect', 'annotate', 'hidden']);
  });

  it('returns to inspect when the composer is closed without sending', () => {
    const closing: Action[] = [{ type: 'inspect:toggle' }, open(card), { type: 'escape' }];
    expect(modes(start, closing)).toEqual(['inspect', 'annotate', 'inspect']);
  });

  it('leaves the drawing first, then the composer', () => {
    const drawing = { id: 'a', name: 'a.png', picture: null };
    const state = run(start, [open(card), { type: 'compose:change', change: () => ({ drawing }) }]);
    const left = reduce(state, { type: 'escape' });
    expect(left.mode).toMatchObject({ name: 'annotate', compose: { drawing: null } });
    expect(reduce(left, { type: 'escape' }).mode.name).toBe('hidden');
  });

  it('returns to hidden after a page note that began there', () => {
    expect(modes(start, [{ type: 'compose:open', subject: page }, { type: 'compose:done' }])).toEqual([
      'annotate',
      'hidden',
    ]);
  });

  it.each<{ from: string; path: Action[]; back: string }>([
    { from: 'hidden', path: [], back: 'hidden' },
    { from: 'inspect', path: [{ type: 'inspect:toggle' }], back: 'inspect' },
    { from: 'annotate begun in inspect', path: [{ type: 'inspect:toggle' }, open(card)], back: 'inspect' },
    { from: 'a page note', path: [{ type: 'compose:open', subject: page }], back: 'hidden' },
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
    const annotating = run(start, [{ type: 'inspect:toggle' }, open(card)]);
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
    const state = run(start, [open(card), { type: 'compose:sending' }]);
    expect(canStepBack(state)).toBe(true);
    expect(reduce(state, { type: 'escape' })).toBe(state);
  });
});

describe('what was typed', () => {
  const typed = run(start, [
    { type: 'inspect:toggle' },
    open(card),
    { type: 'compose:text', text: 'Bolder' },
  ]);

  it.each<{ how: string; action: Action }>([
    { how: 'Esc', action: { type: 'escape' } },
    { how: 'the inspect key', action: { type: 'inspect:toggle' } },
    { how: 'pointing at something else', action: open(otherCard) },
  ])('comes back when the same thing is pointed at again after $how', ({ action }) => {
    const reopened = run(typed, [action, open(picked('main > card:nth-of-type(1)'))]);
    expect(textOf(reopened)).toBe('Bolder');
  });

  it('is not shown for another item of the same list', () => {
    expect(textOf(run(typed, [{ type: 'escape' }, open(otherCard)]))).toBe('');
  });

  it('is kept letter by letter, so that a reload does not lose it', () => {
    const kept = typed.kept;
    const reloaded = initialState({ hub: '/__annotate', appId: '.' }, `${url}#top`, { kept });
    expect(textOf(reduce(reloaded, open(card)))).toBe('Bolder');
  });

  it('is forgotten when it is sent, or emptied by hand', () => {
    expect(reduce(typed, { type: 'compose:done' }).kept.size).toBe(0);
    expect(reduce(typed, { type: 'compose:text', text: ' ' }).kept.size).toBe(0);
  });

  it('stays when sending fails', () => {
    const failed = run(typed, [{ type: 'compose:sending' }, { type: 'compose:failed', problem: 'No.' }]);
    expect(failed.mode).toMatchObject({ compose: { text: 'Bolder', sending: false, problem: 'No.' } });
  });

  it('goes along when the app navigates while the composer is open', () => {
    const next = 'http://localhost:5173/checkout';
    const state = reduce(typed, { type: 'navigated', url: next });
    expect(textOf(state)).toBe('Bolder');
    expect([...state.kept.keys()]).toEqual([subjectKey({ kind: 'picked', picked: [card] }, next)]);
    expect(reduce(state, { type: 'compose:done' }).kept.size).toBe(0);
  });

  it('as a reply is kept by annotation', () => {
    const state = reduce(start, { type: 'reply:text', id: annotation.id, text: 'Why?' });
    expect(state.kept.get(annotation.id)).toBe('Why?');
    expect(reduce(state, { type: 'reply:text', id: annotation.id, text: '' }).kept.size).toBe(0);
  });

  it('comes back behind what was typed since, when it could not be stored', () => {
    const state = run(start, [
      { type: 'reply:text', id: annotation.id, text: 'newer' },
      { type: 'keep', key: annotation.id, text: 'refused' },
    ]);
    expect(state.kept.get(annotation.id)).toBe('newer\n\nrefused');
    expect(reduce(start, { type: 'keep', key: 'a', text: 'refused' }).kept.get('a')).toBe('refused');
  });

  it('comes back into the composer that is open for it, or the next letter would overwrite it', () => {
    const [key = ''] = typed.kept.keys();
    const before = typed.kept.get(key) ?? '';
    const state = reduce(typed, { type: 'keep', key, text: 'refused' });
    expect(state.mode).toMatchObject({ compose: { text: `${before}\n\nrefused` } });
    expect(state.kept.get(key)).toBe(`${before}\n\nrefused`);
  });

  it('cannot be changed or left while it is being sent', () => {
    const sending = reduce(typed, { type: 'compose:sending' });
    const actions: Action[] = [
      { type: 'compose:text', text: 'other' },
      { type: 'inspect:toggle' },
      open(otherCard),
      { type: 'thread:open', id: annotation.id },
    ];
    for (const action of actions) expect(reduce(sending, action)).toBe(sending);
  });
});

describe('the composer', () => {
  it('takes attachments one by one', () => {
    const state = run(start, [open(card), { type: 'compose:attach', what: 'screenshot', on: true }]);
    expect(state.mode).toMatchObject({ compose: { screenshot: true, consoleErrors: false } });
  });

  it('clears the problem of the last try when it sends again', () => {
    const state = run(start, [
      open(card),
      { type: 'compose:failed', problem: 'No.' },
      { type: 'compose:sending' },
    ]);
    expect(state.mode).toMatchObject({ compose: { sending: true, problem: null } });
  });

  it('ignores what is meant for it while it is closed', () => {
    const actions: Action[] = [
      { type: 'compose:text', text: 'a' },
      { type: 'compose:attach', what: 'screenshot', on: true },
      { type: 'compose:sending' },
      { type: 'compose:failed', problem: 'a' },
      { type: 'compose:done' },
      { type: 'thread:close' },
    ];
    for (const action of actions) expect(reduce(start, action)).toBe(start);
  });
});

describe('hover', () => {
  const inspecting = run(start, [
    { type: 'inspect:toggle' },
    { type: 'hover', hover: hover(card.element, 3) },
  ]);

  it('is taken while inspecting or relinking, and in no other mode', () => {
    const relinking = reduce(withAnnotations(annotation), { type: 'relink:start', id: annotation.id });
    const over = { type: 'hover', hover: hover(card.element, 1) } as const;
    expect(reduce(relinking, over).mode).toMatchObject({ hover: { component: null } });
    expect(reduce(start, over)).toBe(start);
    const annotating = reduce(start, open(card));
    expect(reduce(annotating, over)).toBe(annotating);
  });

  it('takes a location only for what it is on', () => {
    const located = { source: { file: 'a.tsx', line: 1, column: 1 }, path: [0] };
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

describe('a notice about what was sent', () => {
  const agents = [{ agentId: 'a', agentName: 'claude-code', waiting: true, since: '' }];
  const sent = { id: 1, text: 'Sent. No agent is listening yet: it waits.', tone: 'success' } as const;

  it('is closed when the first agent comes, and when the last one goes', () => {
    const shown = reduce(start, { type: 'notice', notice: { ...sent, sent: 'batch' } });
    expect(reduce(shown, { type: 'agents', agents: [] }).notice).not.toBeNull();
    expect(reduce(shown, { type: 'agents', agents }).notice).toBeNull();
    expect(reduce({ ...shown, agents }, { type: 'agents', agents: [] }).notice).toBeNull();
  });

  it('is the only one that is closed', () => {
    const shown = reduce(start, { type: 'notice', notice: sent });
    expect(reduce(shown, { type: 'agents', agents }).notice).toEqual(sent);
  });
});

describe('annotations', () => {
  it('closes a thread whose annotation was removed, and says so', () => {
    const state = reduce(withAnnotations(annotation), { type: 'thread:open', id: annotation.id });
    const after = reduce(state, { type: 'annotations', annotations: new Map(), unsent: new Set() });
    expect(after.mode.name).toBe('hidden');
    expect(after.notice?.text).toMatch(/deleted/);
  });

  it('leaves a relink and a selection whose annotation was removed', () => {
    const state = run(withAnnotations(annotation), [
      { type: 'panel:toggle' },
      { type: 'panel:select', id: annotation.id },
      { type: 'relink:start', id: annotation.id },
    ]);
    const after = reduce(state, { type: 'annotations', annotations: new Map(), unsent: new Set() });
    expect(after).toMatchObject({ mode: { name: 'hidden' }, panel: { selected: null } });
  });

  it('gives its own notices ids that differ from one another and from those of others', () => {
    const removed = reduce(reduce(withAnnotations(annotation), { type: 'thread:open', id: annotation.id }), {
      type: 'annotations',
      annotations: new Map(),
      unsent: new Set(),
    });
    const again = run({ ...removed, annotations: new Map([[annotation.id, annotation]]) }, [
      { type: 'thread:open', id: annotation.id },
      { type: 'annotations', annotations: new Map(), unsent: new Set() },
    ]);
    expect(removed.notice?.id).toBeLessThan(0);
    expect(again.notice?.id).not.toBe(removed.notice?.id);
  });
});

describe('the rest', () => {
  it('starts with what was remembered before what was configured', () => {
    const config = { hub: '/a', appId: '.', theme: 'light', keys: { copy: null } } as const;
    expect(initialState(config, url).settings).toMatchObject({
      theme: 'light',
      keys: { copy: null, inspect: 'Alt+Shift+KeyA' },
      corner: 'bottom-right',
      hideMarkers: false,
    });
    const remembered = { theme: 'dark', corner: 'top-left', hideMarkers: true } as const;
    expect(initialState(config, url, remembered).settings).toMatchObject(remembered);
  });

  it('forgets what was lost and what the pointer was on when the page changes', () => {
    const state = run(start, [
      { type: 'inspect:toggle' },
      { type: 'hover', hover: hover(card.element, 1) },
      { type: 'lost', ids: new Set(['a']) },
      { type: 'navigated', url: 'http://localhost:5173/other' },
    ]);
    expect(state).toMatchObject({ pageUrl: 'http://localhost:5173/other', mode: { hover: null } });
    expect(state.lost.size).toBe(0);
  });

  it('selects nothing any more when the list shows something else', () => {
    const state = run(start, [{ type: 'panel:toggle' }, { type: 'panel:select', id: 'a' }]);
    expect(reduce(state, { type: 'panel:tab', tab: 'all' }).panel).toEqual({
      tab: 'all',
      filter: 'open',
      selected: null,
    });
  });

  const agents = [{ agentId: 'a', agentName: 'claude-code', waiting: true, since: '' }];
  it.each<Action>([
    { type: 'hover', hover: null },
    { type: 'reply:text', id: 'a', text: '' },
    { type: 'panel:tab', tab: 'page' },
    { type: 'panel:filter', filter: 'open' },
    { type: 'panel:select', id: null },
    { type: 'freeze', on: true },
    { type: 'notice', notice: { id: 1, text: 'Sent.', tone: 'success' } },
    { type: 'setting:theme', theme: 'dark' },
    { type: 'setting:corner', corner: 'top-left' },
    { type: 'setting:markers', hidden: true },
    { type: 'connection', state: 'online' },
    { type: 'agents', agents },
    { type: 'annotations', annotations: new Map([['a', annotation]]), unsent: new Set(['a']) },
    { type: 'navigated', url: 'http://localhost:5173/b' },
    { type: 'lost', ids: new Set(['a']) },
  ])('changes nothing when $type is said twice', (action) => {
    const once = reduce(reduce(start, { type: 'panel:toggle' }), action);
    expect(reduce(once, structuredCloneOfSets(action))).toBe(once);
  });
});

/** Another Map or Set with the same in it is still nothing new. */
function structuredCloneOfSets(action: Action): Action {
  if (action.type === 'lost') return { ...action, ids: new Set(action.ids) };
  if (action.type !== 'annotations') return action;
  return { ...action, annotations: new Map(action.annotations), unsent: new Set(action.unsent) };
}

const page: Subject = { kind: 'page' };

function open(what: Picked): Action {
  return { type: 'compose:open', subject: { kind: 'picked', picked: [what] } };
}

function run(state: OverlayState, actions: readonly Action[]): OverlayState {
  return actions.reduce(reduce, state);
}

function modes(state: OverlayState, actions: readonly Action[]): string[] {
  return actions.map((_, n) => run(state, actions.slice(0, n + 1)).mode.name);
}

function textOf({ mode }: OverlayState): string | null {
  return mode.name === 'annotate' ? mode.compose.text : null;
}

function hoverIn({ mode }: OverlayState): Hover | null {
  return 'hover' in mode ? mode.hover : null;
}

function withAnnotations(...annotations: Annotation[]): OverlayState {
  return { ...start, annotations: new Map(annotations.map((one) => [one.id, one])) };
}

/** Identity is all that the reducer asks of an element. */
function element(): Element {
  return {} as Element;
}

function hover(over: Element, components: number): Hover {
  const ancestry = Array.from({ length: components }, (_, n) => ({
    name: `C${n}`,
    selector: `c-${n}`,
    hostUp: n,
  }));
  return { element: over, ancestry, component: null, located: null };
}

function picked(domPath: string): Picked {
  const target = {
    kind: 'component',
    componentName: 'Card',
    selector: 'Card',
    componentFilePath: 'src/card.tsx',
    inputs: {},
    domSnapshot: '',
    componentTreePath: [],
    domPath,
  } as const;
  return { element: element(), target: { ...target, componentTreePath: [] } };
}
