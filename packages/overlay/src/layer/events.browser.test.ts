import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { forwardEvent, forwardEvents } from './events.ts';

let overlay: HTMLElement;
let root: ShadowRoot;
let stop: () => void;
const app = new AbortController();
const seen: string[] = [];

beforeEach(() => {
  // An app that came first and lets nothing through.
  for (const type of ['click', 'input', 'keydown']) {
    const listener = (event: Event) => {
      seen.push(type);
      event.stopPropagation();
    };
    window.addEventListener(type, listener, { capture: true, signal: app.signal });
  }
  overlay = document.createElement('nga-overlay');
  root = overlay.attachShadow({ mode: 'open' });
  root.innerHTML = '<button>Send</button><textarea></textarea><label><input type="checkbox">On</label>';
  document.documentElement.append(overlay);
  stop = forwardEvents(overlay, root);
});

afterEach(() => {
  stop();
  overlay.remove();
  seen.length = 0;
});

const $ = (selector: string) => {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};

it('presses a button once, although the app stops every click', async () => {
  let clicks = 0;
  $('button').addEventListener('click', () => clicks++);
  await userEvent.click($('button'));
  expect(clicks).toBe(1);
});

it('brings a click to where it was, with its place and keys, and no further', async () => {
  const placeOf = ({ clientX, clientY }: MouseEvent) => ({ clientX, clientY });
  const places: object[] = [];
  const note = (event: MouseEvent) => places.push(placeOf(event));
  // Would see the copy too, if it left the overlay.
  window.addEventListener('click', note, true);
  const clicks: MouseEvent[] = [];
  $('button').addEventListener('click', (event) => clicks.push(event));
  await userEvent.click($('button'), { modifiers: ['Shift'], position: { x: 3, y: 4 } });
  window.removeEventListener('click', note, true);
  expect(clicks).toHaveLength(1);
  expect(clicks[0]).toMatchObject({ isTrusted: false, pointerType: 'mouse', shiftKey: true, detail: 1 });
  expect(clicks.map(placeOf)).toEqual(places);
});

it('tells a field what was typed, although the app stops every event', async () => {
  let text = '';
  const field = $('textarea') as HTMLTextAreaElement;
  field.addEventListener('input', () => (text = field.value));
  await userEvent.click(field);
  await userEvent.keyboard('Hi');
  expect(text).toBe('Hi');
});

it('opens what folds out once, and follows a link once', async () => {
  root.innerHTML += '<details><summary>More</summary>text</details><a href="#once">Link</a>';
  await userEvent.click($('summary'));
  expect(($('details') as HTMLDetailsElement).open).toBe(true);
  let followed = 0;
  const follow = (event: Event) => {
    followed++;
    event.preventDefault();
  };
  navigation.addEventListener('navigate', follow);
  await userEvent.click($('a'));
  navigation.removeEventListener('navigate', follow);
  expect(followed).toBe(1);
});

it('switches a box once', async () => {
  await userEvent.click($('input'));
  expect(($('input') as HTMLInputElement).checked).toBe(true);
});

it('brings a key to where it was pressed, with its modifiers, and takes over what was prevented', async () => {
  const keys: string[] = [];
  let prevented = false;
  const onKeydown = (event: KeyboardEvent) => {
    forwardEvent(event, root);
    prevented = event.defaultPrevented;
  };
  window.addEventListener('keydown', onKeydown, true);
  $('textarea').addEventListener('keydown', (event) => {
    keys.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`);
    event.preventDefault();
  });
  await userEvent.click($('textarea'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  window.removeEventListener('keydown', onKeydown, true);
  expect(keys).toEqual(['Ctrl+Control', 'Ctrl+Enter']);
  expect(prevented).toBe(true);
});

it('leaves what happens on the page alone', async () => {
  const button = document.createElement('button');
  button.textContent = 'App';
  document.body.append(button);
  let clicks = 0;
  button.addEventListener('click', () => clicks++);
  await userEvent.click(button);
  expect(clicks).toBe(0);
  expect(seen).toContain('click');
  button.remove();
});
