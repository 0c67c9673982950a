/** Typed words that were meant for a field which is not there. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { mouse, press as type } from '../document/testing/input.ts';
import { mount, type Mounted, press, rangeOf, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

const text = `# Plan

Read [the long guide](https://example.com/guide) before the first step.

- [ ] Try the small step

![A picture](https://example.com/a.png)

Last paragraph.
`;

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(text);
});
afterEach(() => view.unmount());

/** Drags with the mouse from the middle of the first part to the right end of the second. */
async function drag(from: Element | Range, to: Element | Range): Promise<void> {
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [toX, toY] = [end.right, end.y + end.height / 2];
  await mouse('mouseMoved', x, y);
  await mouse('mousePressed', x, y, true);
  for (const part of [0.1, 0.4, 0.7, 1])
    await mouse('mouseMoved', x + (toX - x) * part, y + (toY - y) * part, true);
  await mouse('mouseReleased', toX, toY);
}

const find = (selector: string): HTMLElement => {
  const found = view.$(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};

/** What commands could have changed. */
const outcome = () => {
  const { active, composing, dialog, finding, outline, filter, textFix, mode } = view.state.get();
  const saved = [...server.comments.values()].map(({ annotationText }) => annotationText);
  return { active, composing, dialog, finding, outline, filter, textFix, mode, saved, asked: server.mode };
};

describe('a drag', () => {
  it('that starts on a link selects its words, and follows no link', async () => {
    view = await mount(server);
    await drag(find('.document a'), rangeOf(view.root, ' before the first'));
    await until(() => view.$('.mdv-selected') !== null);
    expect(getSelection()?.toString()).toMatch(/guide before the first$/);
    expect(view.host.links).toEqual([]);
  });

  it('inside of a link selects and does not follow it, a click does', async () => {
    view = await mount(server);
    const link = find('.document a');
    await drag(link, link);
    await until(() => view.$('.mdv-selected') !== null);
    expect(view.host.links).toEqual([]);
    await userEvent.click(link);
    await expect.poll(() => view.host.links).toEqual(['https://example.com/guide']);
  });

  it.each([
    ['a check box', '.document input'],
    ['a button of the toolbar', '[data-nga=verdict]'],
    ['a picture', '.document .picture'],
  ])('that starts on %s and selects nothing turns no typed word into commands', async (_, selector) => {
    server.seed('first', 'One');
    view = await mount(server);
    await until(() => view.card('One') !== null);
    const before = outcome();
    const start = find(selector);
    await drag(start, rangeOf(view.root, 'Last'));
    getSelection()?.removeAllRanges();
    await type('some words why not merge Shift it?{Enter}');
    expect(outcome()).toEqual(before);
    expect(server.calls.filter(({ name }) => name === 'save_md')).toEqual([]);
  });

  it('is no time for commands', async () => {
    view = await mount(server);
    const before = outcome();
    const { x, y } = rangeOf(view.root, 'Last').getBoundingClientRect();
    await mouse('mouseMoved', x, y + 4);
    await mouse('mousePressed', x, y + 4, true);
    await mouse('mouseMoved', x + 30, y + 4, true);
    await type('mow');
    expect(outcome()).toEqual(before);
    await mouse('mouseReleased', x + 30, y + 4);
    await until(() => view.$('.mdv-selected') !== null);
    await type('c');
    await until(() => view.$('.mdv-composing textarea') === document.activeElement);
  });
});

describe('typed words', () => {
  it('go into the field that a command opens, however fast they come', async () => {
    server.seed('first', 'One');
    view = await mount(server);
    await view.openCard('One');
    const card = view.card('One');
    card?.focus();
    // Without a pause, as a fast typist or a macro does.
    if (card) press(card, 'r');
    const next = press(document.activeElement ?? document.body, 'm');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    expect(next.defaultPrevented).toBe(false);
    expect(view.state.get().mode).toBe('edit');
  });

  it('are no commands when the field that they were typed in goes away', async () => {
    const comment = server.seed('first', 'One');
    view = await mount(server);
    await view.openCard('One');
    view.field().focus();
    await type('some');
    server.push({ type: 'comments', changed: [], removed: [comment.id] });
    await until(() => view.card('One') === null);
    const before = outcome();
    await type(' more words');
    expect(outcome()).toEqual(before);
  });

  it('are no commands on the buttons of the toolbar, nor where nothing has the focus', async () => {
    view = await mount(server);
    const before = outcome();
    find('[data-nga=verdict]').focus();
    press(find('[data-nga=verdict]'), 'm');
    press(document.body, 'm');
    press(document.body, 'w');
    expect(outcome()).toEqual(before);
  });
});

it('a change of mode is announced, by whomever it is made', async () => {
  view = await mount(server);
  const said = () => view.$('.nga-notice')?.textContent ?? '';
  find('.document').focus();
  await type('m');
  await expect.poll(said).toContain('Review mode');
  server.push({ type: 'mode', mode: 'edit' });
  await expect.poll(said).toContain('Edit mode');
});
