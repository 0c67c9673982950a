import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { captureOn, listenFirst } from './first-listeners.ts';

let frame: HTMLIFrameElement;
let pageWindow: Window;
beforeEach(() => {
  frame = document.createElement('iframe');
  document.body.append(frame);
  if (frame.contentWindow === null) throw new Error('The frame has no window.');
  pageWindow = frame.contentWindow;
});
afterEach(() => frame.remove());

const happen = (type: string) => pageWindow.document.body.dispatchEvent(new Event(type, { bubbles: true }));

it('hears the window before an app that came earlier than the overlay and stops everything', () => {
  listenFirst(pageWindow);
  const types = ['keydown', 'pointerdown', 'focusin'] as const;
  const stopped = vi.fn((event: Event) => event.stopImmediatePropagation());
  for (const type of types) pageWindow.addEventListener(type, stopped, true);
  const heard: string[] = [];
  const ends = types.map((type) => captureOn(pageWindow, type, () => heard.push(type)));
  for (const type of types) happen(type);
  expect(heard).toEqual(types);
  expect(stopped).toHaveBeenCalledTimes(types.length);
  for (const end of ends) end();
  happen('keydown');
  expect(heard).toEqual(types);
});

it('listens as everyone does in another window, and for what it does not hear first', () => {
  const heard: string[] = [];
  const ends = (['keydown', 'touchend'] as const).map((type) =>
    captureOn(pageWindow, type, () => heard.push(type)),
  );
  happen('keydown');
  happen('touchend');
  for (const end of ends) end();
  happen('keydown');
  happen('touchend');
  expect(heard).toEqual(['keydown', 'touchend']);
});
