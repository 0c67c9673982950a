import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { elementAt } from './element-at.ts';

let overlay: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<style>body { margin: 0 } .box { width: 100px; height: 50px; display: block }</style>
    <button id="plain" class="box">Plain</button>
    <div id="host" class="box"></div>
    <iframe id="frame" style="display:block;border:7px solid;width:100px;height:50px" srcdoc="<style>body{margin:0}</style><button style='width:90px;height:40px'>In</button>"></iframe>`;
  overlay = document.createElement('nga-overlay');
  overlay.style.cssText = 'position:fixed;inset:0';
  document.documentElement.append(overlay);
});

afterEach(() => overlay.remove());

const middleOf = (id: string) => {
  const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
  return { x: x + width / 2, y: y + height / 2 };
};

describe('the element at a point', () => {
  it('is the one below the overlay', () => {
    expect(elementAt(window, middleOf('plain'), { overlay })?.id).toBe('plain');
  });

  it('is inside of a closed shadow root where the caller may read it', () => {
    const host = document.getElementById('host');
    const root = host?.attachShadow({ mode: 'closed' }) ?? null;
    if (root !== null) root.innerHTML = '<b style="display:block;width:100px;height:50px">Deep</b>';
    const shadowRootOf = (element: Element) => (element === host ? root : null);
    expect(elementAt(window, middleOf('host'), { overlay, shadowRootOf })?.localName).toBe('b');
    expect(elementAt(window, middleOf('host'), { overlay })?.id).toBe('host');
  });

  it('is inside of a frame of the same origin', async () => {
    const frame = document.getElementById('frame') as HTMLIFrameElement;
    await expect.poll(() => frame.contentDocument?.querySelector('button')?.localName).toBe('button');
    expect(elementAt(window, middleOf('frame'), { overlay })?.localName).toBe('button');
  });

  it('is none outside of the window', () => {
    expect(elementAt(window, { x: -5, y: -5 }, { overlay })).toBeNull();
  });
});
