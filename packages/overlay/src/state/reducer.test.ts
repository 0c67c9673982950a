import { describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import type { Action } from './actions.ts';
import { initialState, reduce } from './reducer.ts';
import { targetKey } from './target-key.ts';
import {
  card,
  hoverOver,
  openFor,
  otherCard,
  pickedAt,
  run,
  start,
  textOf,
  url,
  withAnnotations,
} from './testing/states.ts';

const annotation = sampleAnnotation();

describe('what was typed', () => {
  const typed = run(start, [
    { type: 'inspect:toggle' },
    openFor(card),
    { type: 'compose:text', text: 'Bolder' },
  ]);

  it.each<{ how: string; action: Action }>([
    { how: 'Esc', action: { type: 'escape' } },
    { how: 'the inspect key', action: { type: 'inspect:toggle' } },
    { how: 'pointing at something else', action: openFor(otherCard) },
  ])('comes back when the same thing is pointed at again after $how', ({ action }) => {
    const reopened = run(typed, [action, openFor(pickedAt('main > card:nth-of-type(1)'))]);
    expect(textOf(reopened)).toBe('Bolder');
  });

  it('is not shown for another item of the same list', () => {
    expect(textOf(run(typed, [{ type: 'escape' }, openFor(otherCard)]))).toBe('');
  });

  it('is kept letter by letter, so that a reload does not lose it', () => {
    const kept = typed.kept;
    const reloaded = initialState({ hub: '/__annotate', appId: '.' }, `${url}#top`, { kept });
    expect(textOf(reduce(reloaded, openFor(card)))).toBe('Bolder');
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
    expect([...state.kept.keys()]).toEqual([targetKey({ kind: 'picked', picked: [card] }, next)]);
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
      openFor(otherCard),
      { type: 'thread:open', id: annotation.id },
    ];
    for (const action of actions) expect(reduce(sending, action)).toBe(sending);
  });
});

describe('the composer', () => {
  it('takes attachments one by one', () => {
    const state = run(start, [openFor(card), { type: 'compose:attach', what: 'screenshot', on: true }]);
    expect(state.mode).toMatchObject({ compose: { screenshot: true, consoleErrors: false } });
  });

  it('clears the problem of the last try when it sends again', () => {
    const state = run(start, [
      openFor(card),
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
      hideBadges: false,
    });
    const remembered = { theme: 'dark', corner: 'top-left', hideBadges: true } as const;
    expect(initialState(config, url, remembered).settings).toMatchObject(remembered);
  });

  it('forgets what was lost and what the pointer was on when the page changes', () => {
    const state = run(start, [
      { type: 'inspect:toggle' },
      { type: 'hover', hover: hoverOver(card.element, 1) },
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
    { type: 'setting:badges', hidden: true },
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
