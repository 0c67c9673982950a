import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { elementAt, pointedElement } from './element-at.ts';

describe('the element at a point', () => {
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

describe('what a person means by pointing there', () => {
  const overlay = document.createElement('nga-overlay');

  beforeEach(() => {
    document.body.innerHTML = `<style>body { margin: 0 } button, div { display: block; width: 100px; height: 40px; padding: 0; border: 0 }
      .card { position: relative } h3 { margin: 0; width: 100px; height: 20px }
      #cover, #veil, #glyph, #stretched::after { content: ""; position: absolute; inset: 0 }
      #veil { background: rgb(0 0 0 / .2) } #glyph::before { content: "x" }</style>
    <button id="icon"><svg id="save" width="24" height="24"><g><path id="line" d="M0 0h24v24H0z" /></g></svg></button>
    <svg id="chart" width="200" height="100"><rect id="bar" width="200" height="100" /></svg>
    <div id="form"><button id="off" disabled style="pointer-events:none">Off</button></div>
    <div id="poster"><div id="shine" style="pointer-events:none">x</div></div>
    <div class="card"><h3 id="title">Title</h3><a href="#"><span id="cover"></span></a></div>
    <div class="card"><h3 id="other">Title</h3><a id="stretched" href="#">More</a></div>
    <div class="card"><h3>Title</h3><span id="veil"></span></div>
    <div class="card"><h3>Title</h3><i id="glyph"></i></div>
    <div id="list"><button id="hidden" disabled style="pointer-events:none;visibility:hidden">Off</button></div>`;
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  function pointAt(id: string): string | undefined {
    const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
    return elementAt(window, { x: x + width / 2, y: y + height / 2 }, { overlay })?.id;
  }

  it.each([
    { what: 'an icon for its path', at: 'line', expected: 'save' },
    { what: 'a part of a chart for itself', at: 'bar', expected: 'bar' },
    { what: 'a disabled button that lets the pointer through', at: 'off', expected: 'off' },
    { what: 'what is behind a decoration', at: 'shine', expected: 'poster' },
    { what: 'what is behind a hidden button', at: 'hidden', expected: 'list' },
    { what: 'what is below the empty layer of a link', at: 'title', expected: 'title' },
    { what: 'what is below a link that CSS has stretched', at: 'other', expected: 'other' },
    { what: 'a link that CSS has stretched for itself', at: 'stretched', expected: 'stretched' },
    { what: 'a layer that darkens what is below it', at: 'veil', expected: 'veil' },
    { what: 'a layer with a letter of an icon font', at: 'glyph', expected: 'glyph' },
  ])('takes $what', ({ at, expected }) => {
    expect(pointAt(at)).toBe(expected);
  });

  it('leaves an element alone that has nothing of this kind', () => {
    expect(pointedElement(document.body, { x: -1, y: -1 })).toBe(document.body);
  });
});
