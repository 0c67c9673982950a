import { expect, it, onTestFinished, vi } from 'vitest';

import { guardPage } from './page-edge.ts';

const ours = 'http://localhost:5173/__annotate/';

/** A page of its own, because an uncaught error fails the test of the page that it is in. */
function openPage() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const pageWindow = frame.contentWindow;
  if (pageWindow === null) throw new Error('The frame has no window.');
  const seen: string[] = [];
  // There before the overlay is loaded.
  pageWindow.onerror = (_, file) => void seen.push(`onerror ${file ?? ''}`);
  pageWindow.onunhandledrejection = () => void seen.push('onunhandledrejection');
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined);
  onTestFinished(() => info.mockRestore());
  const stop = guardPage(pageWindow, ours);
  pageWindow.addEventListener('error', () => void seen.push('error'));
  pageWindow.addEventListener('unhandledrejection', () => void seen.push('unhandledrejection'));
  return { pageWindow, seen, info, stop };
}

function errorFrom(...scripts: string[]): Error {
  const error = new Error(`at http://elsewhere.example/ it broke`);
  error.stack = `Error: ${error.message}\n${scripts.map((each) => `    at f (${each}:1:2)`).join('\n')}`;
  return error;
}

const overlay = `${ours}page/overlay.js`;
const app = 'http://localhost:5173/src/main.js';

it.each([
  {
    name: 'an error of ours',
    error: errorFrom(overlay, `${ours}page/thread-1a2b3c4d.js`),
    filename: overlay,
  },
  { name: 'something that ours throw and is no error', error: 'a text', filename: overlay },
])('keeps $name from the app', ({ error, filename }) => {
  const { pageWindow, seen, info } = openPage();
  const event = new ErrorEvent('error', { error, filename, cancelable: true });
  expect(pageWindow.dispatchEvent(event)).toBe(false);
  pageWindow.dispatchEvent(new ErrorEvent('error', { error, filename, cancelable: true }));
  expect(seen).toEqual([]);
  expect(info).toHaveBeenCalledOnce();
});

it.each([
  { name: 'an error of the app', error: errorFrom(app), filename: app },
  { name: 'one that went through a function of ours', error: errorFrom(overlay, app), filename: overlay },
  { name: 'a text that the app throws', error: 'a text', filename: app },
  { name: 'an error of another script', error: null, filename: '' },
])('leaves $name to the app', ({ error, filename }) => {
  const { pageWindow, seen, info } = openPage();
  expect(pageWindow.dispatchEvent(new ErrorEvent('error', { error, filename, cancelable: true }))).toBe(true);
  expect(seen).toEqual([`onerror ${filename}`, 'error']);
  expect(info).not.toHaveBeenCalled();
});

it('keeps rejections of ours from the app, and no others', () => {
  const { pageWindow, seen } = openPage();
  const reject = (reason: unknown) => {
    const promise = new Promise<never>(() => undefined);
    return pageWindow.dispatchEvent(
      new PromiseRejectionEvent('unhandledrejection', { promise, reason, cancelable: true }),
    );
  };
  expect(reject(errorFrom(overlay))).toBe(false);
  expect(seen).toEqual([]);
  expect(reject(errorFrom(app))).toBe(true);
  expect(reject('a text')).toBe(true);
  expect(seen).toEqual([
    'onunhandledrejection',
    'unhandledrejection',
    'onunhandledrejection',
    'unhandledrejection',
  ]);
});

it('ends with the overlay', () => {
  const { pageWindow, seen, stop } = openPage();
  stop();
  pageWindow.dispatchEvent(new ErrorEvent('error', { error: errorFrom(overlay), filename: overlay }));
  expect(seen).toEqual([`onerror ${overlay}`, 'error']);
});
