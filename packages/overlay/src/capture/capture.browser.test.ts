/* oxlint-disable no-console -- The console is what is watched here. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import { $, page } from '../picking/testing/input.ts';

import { cleanLine } from './clean-line.ts';
import { type ConsoleTail, startConsoleTail } from './console-tail.ts';
import { captureElement } from './screenshot.ts';
import { errorKey, watchUncaught } from './uncaught.ts';

let consoleTail: ConsoleTail | null = null;
const original = { error: console.error, warn: console.warn };

beforeEach(() => {
  // What the page writes in these tests is not for the runner's output.
  console.error = () => undefined;
  console.warn = () => undefined;
});
afterEach(() => {
  consoleTail?.close();
  consoleTail = null;
  Object.assign(console, original);
  page('');
});

async function pixel(blob: Blob, x: number, y: number): Promise<number[]> {
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  return [...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? [])];
}

it('takes a picture of an element in front of what is behind it', async () => {
  page('<div style="background: rgb(0, 128, 0)"><div id="a" style="width: 100px; height: 60px"></div></div>');
  const blob = await captureElement($('#a'), { maxBytes: 600_000 });
  expect(blob.type).toBe('image/webp');
  const [red = 255, green = 0] = await pixel(blob, 50, 30);
  expect(red).toBeLessThan(10);
  expect(green).toBeGreaterThan(118);
});

it('makes the picture smaller until it is small enough', async () => {
  const noise = Array.from(
    { length: 300 },
    (_, i) =>
      `<i style="display:inline-block;width:100px;height:40px;background:hsl(${(i * 137) % 360} 80% 50%)">${i}</i>`,
  );
  page(`<div id="a" style="width: 1800px">${noise.join('')}</div>`);
  const blob = await captureElement($('#a'), { maxBytes: 8_000 });
  expect(blob.size).toBeLessThanOrEqual(8_000);
  expect((await createImageBitmap(blob)).width).toBeLessThanOrEqual(1600);
});

it('masks what must not be seen and leaves the overlay out', async () => {
  page(`<div id="a" style="position: relative; width: 200px; height: 100px; background: #fff">
    <div data-annotate-redact style="width: 200px; height: 20px; background: red"><b>secret</b></div>
    <div data-private style="width: 200px; height: 20px; background: red"><b>secret</b></div>
    <nga-overlay style="position: absolute; left: 0; top: 50px; width: 200px; height: 40px; background: blue"></nga-overlay></div>`);
  const blob = await captureElement($('#a'), { maxBytes: 600_000 });
  const [red = 255, , blue = 0] = await pixel(blob, 100, 10);
  expect(Math.abs(red - blue)).toBeLessThan(30);
  const [otherRed = 255, , otherBlue = 0] = await pixel(blob, 100, 30);
  expect(Math.abs(otherRed - otherBlue)).toBeLessThan(30);
  expect(await pixel(blob, 100, 70)).toEqual([255, 255, 255]);
});

it('shows the same for every password', async () => {
  const picture = async (value: string) => {
    page('<form id="a" style="width: 200px"><input type="password"></form>');
    ($('input') as HTMLInputElement).value = value;
    return (await captureElement($('#a'), { maxBytes: 600_000 })).size;
  };
  expect(await picture('a')).toBe(await picture('a much longer one'));
});

it.each([
  ['a key in a field with a label', (key: string) => `<label>Token <input value="${key}"></label>`],
  ['a key in a text', (key: string) => `<p style="white-space: nowrap">${key}</p>`],
])('shows the same for %s, whatever it is', async (_, html) => {
  const picture = async (key: string) => {
    page(`<form id="a" style="width: 300px; overflow: hidden">${html(key)}</form>`);
    const blob = await captureElement($('#a'), { maxBytes: 600_000 });
    return [...new Uint8Array(await blob.arrayBuffer())].join();
  };
  const [one, other] = ['a1', 'Z9'].map((part) => ['ghp', part.repeat(18)].join('_'));
  expect(await picture(one ?? '')).toBe(await picture(other ?? ''));
});

it('says why there is no picture of what cannot be seen', async () => {
  page('<div id="a" hidden>x</div>');
  await expect(captureElement($('#a'), { maxBytes: 600_000 })).rejects.toThrow('not visible');
});

it('takes no picture of an element in a part that is marked as private', async () => {
  page('<div data-private><p id="a" style="width: 100px">Ann</p></div>');
  await expect(captureElement($('#a'), { maxBytes: 600_000 })).rejects.toThrow('marked as private');
});

it('says which policy of the page forbids pictures', async () => {
  page('<iframe></iframe>');
  const frame = $('iframe') as HTMLIFrameElement;
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="img-src 'self'"><p style="width: 100px">x</p>`;
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const element = $('p', frame.contentDocument ?? document);
  await expect(captureElement(element, { maxBytes: 600_000 })).rejects.toThrow(/security policy \(img-src/);
});

it('keeps what the console says is wrong, and passes it on', () => {
  const passed: unknown[][] = [];
  const own = (...args: unknown[]) => void passed.push(args);
  console.error = own;
  consoleTail = startConsoleTail(window);
  const value = {
    a: 1,
    get b() {
      throw new Error('read');
    },
    c: { d: { e: 1 } },
  };
  console.error('Bad %s', 'thing', value);
  console.warn(new TypeError('oops'));
  console.debug('fine');
  expect(consoleTail.rawLines()[0]).toBe('error: Bad thing { a: 1, b: undefined, c: { d: {…} } }');
  expect(consoleTail.rawLines()[1]).toMatch(/^warn: TypeError: oops/);
  expect(consoleTail.rawLines()).toHaveLength(2);
  expect(passed).toEqual([['Bad %s', 'thing', value]]);
  consoleTail.close();
  expect(console.error).toBe(own);
});

it('tells what the console said since a time', () => {
  consoleTail = startConsoleTail(window);
  console.error('early');
  expect(consoleTail.rawLines(new Date(Date.now() + 1_000))).toEqual([]);
  expect(consoleTail.rawLines(new Date(Date.now() - 1_000))).toEqual(['error: early']);
});

it('keeps the last fifty lines, short and without secrets', () => {
  consoleTail = startConsoleTail(window);
  for (let i = 0; i < 60; i++) console.error(i);
  console.error('x'.repeat(10_000));
  console.error('Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789');
  const lines = consoleTail.rawLines().map(cleanLine);
  expect(lines).toHaveLength(50);
  // The schema of annotations takes no longer lines.
  expect(lines.at(-2)).toHaveLength(4000);
  expect(lines.at(-1)).not.toContain('abcdefghijklmnop');
});

it('leaves a frozen console alone', () => {
  const frozen = Object.freeze({ error: () => undefined, warn: () => undefined });
  const pageWindow = Object.create(window, { console: { value: frozen } }) as typeof window;
  Object.defineProperty(pageWindow, 'addEventListener', { value: () => undefined });
  Object.defineProperty(pageWindow, 'removeEventListener', { value: () => undefined });
  const quiet = startConsoleTail(pageWindow);
  expect(quiet.rawLines()).toEqual([]);
  quiet.close();
});

function thrown(stack: string): ErrorEvent {
  const error = new TypeError('x is undefined');
  error.stack = stack;
  return new ErrorEvent('error', { error, message: 'Uncaught TypeError: x is undefined' });
}

/** Not on the real window: there the runner would take it for a failure of its own. */
function quietWindow(): Window & typeof globalThis {
  const target = new EventTarget();
  return Object.assign(target, { sessionStorage, console }) as unknown as Window & typeof globalThis;
}

it('reports each uncaught error once, also after a reload, and not what is known', () => {
  sessionStorage.clear();
  const stack = (line: number) =>
    `TypeError: x is undefined\n    at f (http://localhost/a.js?t=${line}:${line}:1)`;
  const reports: string[] = [];
  const known: string[] = [`Uncaught ${stack(9)}`];
  const watch = (pageWindow: Window & typeof globalThis) => {
    consoleTail = startConsoleTail(pageWindow);
    return watchUncaught(pageWindow, {
      consoleTail,
      knownTexts: () => known,
      onUncaught: ({ annotationText }) => reports.push(annotationText),
    });
  };
  const first = quietWindow();
  const stop = watch(first);
  for (const line of [1, 1, 2, 9]) first.dispatchEvent(thrown(stack(line)));
  expect(reports).toEqual([`Uncaught ${stack(1)}`, `Uncaught ${stack(2)}`]);
  stop();
  first.dispatchEvent(thrown(stack(3)));
  const reloaded = quietWindow();
  watch(reloaded);
  reloaded.dispatchEvent(thrown(stack(1)));
  expect(reports).toHaveLength(2);
});

it('reports rejections, and nothing that the overlay threw', () => {
  sessionStorage.clear();
  const reports: { annotationText: string; consoleErrors: string[] }[] = [];
  const pageWindow = quietWindow();
  consoleTail = startConsoleTail(pageWindow);
  watchUncaught(pageWindow, {
    consoleTail,
    knownTexts: () => [],
    onUncaught: (error) => reports.push(error),
  });
  pageWindow.dispatchEvent(thrown('TypeError: x\n    at f (http://localhost/__annotate/overlay.js:1:1)'));
  pageWindow.dispatchEvent(
    new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
  );
  expect(reports).toEqual([]);
  const promise = Promise.resolve();
  pageWindow.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise, reason: 'no answer' }));
  expect(reports[0]?.annotationText).toBe('Uncaught (in promise) no answer');
  expect(reports[0]?.consoleErrors.at(-1)).toBe('Uncaught (in promise) no answer');
});

it('tells errors apart by message and first frame', () => {
  const text = (frames: string) => `Uncaught Error: a\n    at f (http://h/a.js${frames}`;
  expect(errorKey(text('?t=1:1:1)\n at g (b.js:1:1)'))).toBe(errorKey(text('?t=2:1:1)\n at h (c.js:1:1)')));
  expect(errorKey(text(':1:1)'))).not.toBe(errorKey(text(':2:1)')));
});
