import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { describeWish } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { sendComment } from '../commands/send.ts';
import { createOverlayState } from '../state/container.ts';
import type { ComposeTarget } from '../state/state.ts';
import { Trial } from '../trials/trial.ts';

import { addCard, loaded, type Mounted, openThread, picked, press } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;
let own: string;

beforeEach(async () => {
  card = addCard();
  card.style.cssText = '--space-3: 12px; --space-4: 16px; padding: 12px; color: rgb(255, 0, 0)';
  own = card.outerHTML;
  overlay = await loaded();
});

afterEach(() => {
  overlay.unmount();
  card.remove();
});

function compose(target: ComposeTarget = { kind: 'picked', picked: [picked(card)] }): void {
  overlay.dispatch({ type: 'compose:open', target });
}

async function tryIt(): Promise<void> {
  compose();
  overlay.button('Try it here').click();
  await expect.poll(() => overlay.$('[data-nga="try"]')).not.toBeNull();
}

function field(name: string): HTMLInputElement {
  const found = overlay.root.querySelector(`[data-nga="try"] [aria-label="${name}"]`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`There is no field ${name}.`);
  return found;
}

function type(into: HTMLInputElement, text: string): void {
  into.focus();
  into.value = text;
  into.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

const wishes = () => {
  const { mode } = overlay.state();
  return mode.name === 'annotate' ? mode.compose.wishes.map(describeWish) : [];
};
const padding = () => getComputedStyle(card).paddingTop;

describe('trying by hand', () => {
  it('changes the element at once, lists it, and lets it be sent without a word', async () => {
    await tryIt();
    expect(overlay.button('Send to agent').disabled).toBe(true);
    type(field('Padding'), '20');
    expect(padding()).toBe('20px');
    expect(wishes()).toEqual(['padding 12px → 20px (--space-3 → no token)']);
    expect(overlay.$('[data-nga="wishes"]')?.textContent).toBe(wishes()[0]);
    overlay.button('Send to agent').click();
    expect(overlay.called).toEqual([['send', 'now', sendComment]]);
  });

  it('steps with the arrow keys, ten with Shift, and marks what is no value', { tags: 'full' }, async () => {
    await tryIt();
    press(field('Padding'), 'ArrowUp');
    expect(padding()).toBe('13px');
    press(field('Padding'), 'ArrowDown', { shiftKey: true });
    expect(padding()).toBe('3px');
    press(field('Padding'), 'ArrowDown', { shiftKey: true });
    expect(padding()).toBe('3px');
    type(field('Padding'), 'wide');
    await expect.poll(() => field('Padding').ariaInvalid).toBe('true');
    expect(padding()).toBe('3px');
  });

  it('has the tokens of the page to choose from, and each side', async () => {
    await tryIt();
    const tokens = overlay.root.querySelector<HTMLSelectElement>('[aria-label="Padding: token"]');
    if (tokens === null) throw new Error('There are no tokens.');
    expect(tokens.value).toBe('--space-3');
    tokens.value = '--space-4';
    tokens.dispatchEvent(new Event('change', { bubbles: true }));
    expect(wishes()).toEqual(['padding 12px → 16px (--space-3 → --space-4, which exists)']);
    overlay.button('Padding: each side').click();
    await expect.poll(() => overlay.root.querySelector('[aria-label="Padding left"]')).not.toBeNull();
    type(field('Padding left'), '30px');
    expect(wishes()).toEqual(['padding 12px → 16px 16px 16px 30px (--space-3 → no token)']);
  });

  it('changes a colour with the picker, and takes each wish back', async () => {
    await tryIt();
    type(field('Colour, choose'), '#0000ff');
    type(field('Padding'), '20');
    expect(getComputedStyle(card).color).toBe('rgb(0, 0, 255)');
    overlay.button('Take back: color').click();
    expect(getComputedStyle(card).color).toBe('rgb(255, 0, 0)');
    expect(wishes()).toHaveLength(1);
    overlay.button('Take back: padding').click();
    expect(card.outerHTML).toBe(own);
  });

  it('edits the text in the page itself, which keeps its node and does not act', async () => {
    const node = card.firstChild;
    let clicks = 0;
    card.addEventListener('click', () => clicks++);
    await tryIt();
    await userEvent.click(card);
    await userEvent.keyboard('{Control>}a{/Control}Basket now');
    expect(wishes()).toEqual(['text “card” → “Basket now”']);
    expect(overlay.root.querySelector<HTMLInputElement>('[data-nga="try-text"]')?.value).toBe('Basket now');
    card.blur();
    expect([card.firstChild === node, card.textContent, clicks]).toEqual([true, 'Basket now', 0]);
    overlay.dispatch({ type: 'escape' });
    expect(card.outerHTML).toBe(own);
  });

  it('is applied by the key also before it is told, while the page is looked at', async () => {
    await tryIt();
    const text = overlay.root.querySelector<HTMLInputElement>('[data-nga="try-text"]');
    if (text === null) throw new Error('There is no text to try.');
    const restore = overlay.trials.open?.lift();
    type(text, 'Basket');
    expect(wishes()).toEqual([]);
    press(text, 'Enter', { ctrlKey: true, shiftKey: true });
    expect(overlay.called).toEqual([['send', 'apply', sendComment]]);
    restore?.();
    expect(wishes()).toEqual(['text “card” → “Basket”']);
  });

  it('is applied by a button and by a key where one text is all that was tried, and never by a visitor', async () => {
    await tryIt();
    const apply = () => overlay.$('[data-nga=apply]');
    const text = overlay.root.querySelector<HTMLInputElement>('[data-nga="try-text"]');
    if (text === null) throw new Error('There is no text to try.');
    expect(apply()).toBeNull();
    type(text, 'Basket');
    await expect.poll(apply).not.toBeNull();
    overlay.button('Apply…').click();
    press(text, 'Enter', { ctrlKey: true, shiftKey: true });
    const applied = ['send', 'apply', sendComment];
    expect(overlay.called).toEqual([applied, applied]);
    // Words and styles are for an agent.
    overlay.dispatch({ type: 'compose:text', text: 'and make it bold' });
    await expect.poll(apply).toBeNull();
    overlay.dispatch({ type: 'compose:text', text: '' });
    await expect.poll(apply).not.toBeNull();
    type(field('Padding'), '20');
    await expect.poll(apply).toBeNull();
    overlay.button('Take back: padding').click();
    await expect.poll(apply).not.toBeNull();
    overlay.dispatch({ type: 'me', me: { ...overlay.state().me, local: false } });
    await expect.poll(apply).toBeNull();
    press(text, 'Enter', { ctrlKey: true, shiftKey: true });
    expect(overlay.called.at(-1)).toEqual(['send', 'now', sendComment]);
  });

  it('takes everything back when the composer closes', async () => {
    await tryIt();
    type(field('Padding'), '20');
    const text = overlay.root.querySelector<HTMLInputElement>('[data-nga="try-text"]');
    if (text) type(text, 'Basket');
    expect(card.textContent).toBe('Basket');
    overlay.dispatch({ type: 'escape' });
    expect(card.outerHTML).toBe(own);
    expect(overlay.trials.open).toBeNull();
  });

  it('cannot be changed while it is sent', async () => {
    await tryIt();
    type(field('Padding'), '20');
    overlay.dispatch({ type: 'compose:sending' });
    expect(field('Padding').matches(':disabled')).toBe(true);
  });

  it.each<[string, () => ComposeTarget]>([
    ['a note on the page', () => ({ kind: 'page' })],
    ['several elements', () => ({ kind: 'picked', picked: [picked(card), picked(document.body)] })],
    [
      'a private element',
      () => {
        card.dataset.private = '';
        return { kind: 'picked', picked: [picked(card)] };
      },
    ],
    [
      'a dragged area',
      () => ({ kind: 'picked', picked: [{ ...picked(card), area: { x: 0, y: 0, width: 9, height: 9 } }] }),
    ],
  ])('is not offered for %s', (_, target) => {
    compose(target());
    expect(overlay.$('[data-nga="composer"]')).not.toBeNull();
    expect(overlay.$('[data-nga="try-it"]')).toBeNull();
  });
});

it('a wish is listed in the thread, where it can be taken back in the page', async () => {
  const id = uuidOf(100);
  const wish = { what: 'style', name: 'padding', before: '12px', after: '20px' } as const;
  const annotation = { ...sampleAnnotation({ id, kind: 'element' }), wishes: [wish] };
  const annotations = new Map([[id, annotation]]);
  overlay.dispatch({ type: 'annotations', annotations, unsent: new Set() });
  const trial = new Trial(card, overlay.trials, overlay.root);
  trial.styles.set(['padding-top'], '20px');
  trial.keep(id, createOverlayState(overlay.state()));
  const thread = await openThread(overlay, id);
  expect(thread.querySelector('[data-nga="wishes"]')?.textContent).toBe('padding 12px → 20px');
  overlay.button('Take it back in the page').click();
  expect(card.outerHTML).toBe(own);
  await expect.poll(() => overlay.$('[data-nga="take-back"]')).toBeNull();
});
