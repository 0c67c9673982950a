import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { sendComment } from '../commands/send.ts';
import { isolateEvents } from '../layer/events.ts';

import { addCard, loaded, type Mounted, picked, press, type } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(() => {
  card = addCard();
});

afterEach(() => {
  overlay.unmount();
  card.remove();
});

describe('the composer', () => {
  it('has the focus while it is open and gives it back to the page', async () => {
    overlay = await loaded();
    card.focus();
    const field = compose();
    expect(overlay.root.activeElement).toBe(field);
    overlay.dispatch({ type: 'escape' });
    expect(document.activeElement).toBe(card);
  });

  for (const modifier of ['shiftKey', 'ctrlKey', 'metaKey'] as const)
    it(`sends with Enter and ${modifier}`, async () => {
      overlay = await loaded();
      const field = compose({ type: 'compose:text', text: 'bold' });
      expect(press(field, 'Enter', { [modifier]: true }).defaultPrevented).toBe(true);
      expect(overlay.called).toEqual([['send', 'now', sendComment]]);
    });

  it('sends nothing that is blank, and keeps a plain Enter for a new line', async () => {
    overlay = await loaded();
    const field = compose({ type: 'compose:text', text: '  ' });
    press(field, 'Enter', { ctrlKey: true });
    expect(press(field, 'Enter').defaultPrevented).toBe(false);
    expect(overlay.called).toEqual([]);
    expect(overlay.button('Send to agent').disabled).toBe(true);
  });

  it('adds to the batch', async () => {
    overlay = await loaded();
    compose({ type: 'compose:text', text: 'bold' });
    overlay.button('Add to batch').click();
    expect(overlay.called).toEqual([['send', 'batch', sendComment]]);
  });

  it('shows the steps before they are sent, and that there are none', async () => {
    overlay = await loaded();
    compose();
    overlay.button('Steps before').click();
    expect(overlay.called).toEqual([['attachSteps', true]]);
    overlay.dispatch({
      type: 'compose:steps',
      steps: [{ kind: 'navigate', url: '/cart', secondsBefore: 2 }],
    });
    expect(overlay.button('Steps before').ariaPressed).toBe('true');
    expect(overlay.root.querySelector('details')?.textContent).toBe('1 step before2 s before: went to /cart');
    overlay.dispatch({ type: 'compose:steps', steps: [] });
    expect(overlay.root.textContent).toContain('Nothing has happened on this page since it was loaded.');
  });

  it('begins with the text, has everything else behind a plus sign, and shows what will be sent', async () => {
    overlay = await loaded();
    compose();
    const shown = () =>
      [...overlay.root.querySelectorAll<HTMLElement>('.nga-extras button')]
        .filter((each) => each.checkVisibility())
        .map(({ textContent }) => textContent);
    expect(shown()).toEqual([]);
    expect(overlay.$('.nga-tree-path')?.checkVisibility()).toBe(false);
    // With the line that no agent listens.
    expect(overlay.$('.nga-panel')?.offsetHeight).toBeLessThan(190);
    const more = overlay.$('.nga-more');
    expect(more?.ariaExpanded).toBe('false');
    more?.click();
    await expect
      .poll(shown)
      .toEqual(['Screenshot', 'Console errors', 'Steps before', 'Picture', 'Try it here']);
    expect(more?.ariaExpanded).toBe('true');
    expect(overlay.$('.nga-tree-path')?.checkVisibility()).toBe(true);
    overlay.dispatch({ type: 'compose:attach', what: 'consoleErrors', on: true });
    more?.click();
    await expect.poll(shown).toEqual(['Console errors']);
  });

  it('shows five inputs at most and how many more there are', async () => {
    overlay = await loaded();
    const inputs = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`input${n}`, n]));
    overlay.dispatch({
      type: 'compose:open',
      target: { kind: 'picked', picked: [picked(card, 'Card', inputs)] },
    });
    expect(overlay.root.querySelectorAll('.nga-input-chip')).toHaveLength(5);
    expect(overlay.$('.nga-chips')?.textContent).toMatch(/\+2$/);
  });

  it('shows where it is: the tree, and the file that a click copies', async () => {
    overlay = await loaded();
    compose();
    expect(overlay.$('.nga-tree-path')?.textContent).toBe('App › Shop › CardComponent');
    overlay.$('.nga-path')?.click();
    expect(overlay.called).toEqual([['copyText', 'src/app/card.html:12', 'Copied src/app/card.html:12']]);
  });

  it('grows with its text up to a limit', async () => {
    overlay = await loaded();
    const field = compose();
    const small = field.offsetHeight;
    type(field, 'line\n'.repeat(8));
    expect(field.offsetHeight).toBeGreaterThan(small);
    type(field, 'line\n'.repeat(80));
    expect(field.offsetHeight).toBe(220);
    type(field, '');
    expect(field.offsetHeight).toBe(small);
  });

  it('lists what it is about when that is several things', async () => {
    overlay = await loaded();
    overlay.dispatch({
      type: 'compose:open',
      target: { kind: 'picked', picked: [picked(card, 'A'), picked(card, 'B')] },
    });
    expect([...overlay.root.querySelectorAll('.nga-targets li > b')].map((li) => li.textContent)).toEqual([
      'A',
      'B',
    ]);
  });

  it('stays beside what it is about when that is scrolled, and so does a dragged area', async () => {
    overlay = await loaded();
    card.style.cssText = 'position: absolute; top: 300px; left: 10px; width: 80px; height: 40px';
    const tall = document.createElement('div');
    tall.style.height = '4000px';
    document.body.append(tall);
    const area = { x: 20, y: 310, width: 20, height: 10 };
    const listening = vi.spyOn(window, 'addEventListener');
    overlay.dispatch({
      type: 'compose:open',
      target: { kind: 'picked', picked: [{ ...picked(card), area }] },
    });
    const top = (selector: string) => Math.round(overlay.$(selector)?.getBoundingClientRect().top ?? NaN);
    await expect.poll(() => top('.nga-highlight')).toBe(310);
    // What follows the page begins to after it was painted.
    await expect.poll(() => listening.mock.calls.map(([type]) => type)).toContain('scroll');
    listening.mockRestore();
    scrollTo(0, 200);
    await expect.poll(() => top('.nga-highlight')).toBe(110);
    await expect.poll(() => overlay.$('.nga-panel')?.style.top).toBe('132px');
    scrollTo(0, 0);
    tall.remove();
  });

  it('says why it could not be sent', async () => {
    overlay = await loaded();
    compose({ type: 'compose:failed', problem: 'Too large. Send it without the picture.' });
    expect(overlay.$('.nga-panel [role=alert]')?.textContent).toBe('Too large. Send it without the picture.');
  });

  it('keeps typed text from the app’s event listeners', async () => {
    overlay = await loaded();
    const lower = isolateEvents(
      overlay.host,
      overlay.host.shadowRoot ?? overlay.host.attachShadow({ mode: 'open' }),
    );
    const field = compose();
    const onAppEvent = vi.fn();
    for (const name of ['keydown', 'input', 'paste']) document.addEventListener(name, onAppEvent);
    press(field, 'j');
    type(field, 'j');
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true }));
    for (const name of ['keydown', 'input', 'paste']) document.removeEventListener(name, onAppEvent);
    lower();
    expect(onAppEvent).not.toHaveBeenCalled();
    expect(overlay.state().mode).toMatchObject({ compose: { text: 'j' } });
  });
});

function compose(...actions: Parameters<Mounted['dispatch']>[0][]): HTMLTextAreaElement {
  overlay.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked(card)] } });
  for (const action of actions) overlay.dispatch(action);
  return overlay.field('.nga-textarea');
}
