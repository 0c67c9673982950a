/** Pointing in an app whose only component fills the page. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Located } from '../inspectors/inspection.ts';
import { boxOf } from '../window/frame-box.ts';

import { loaded, type Mounted, patience } from './testing/mounted.tsx';

let overlay: Mounted;
let app: HTMLElement;

beforeEach(async () => {
  app = document.createElement('main');
  app.style.cssText = 'position: absolute; inset: 0 auto auto 0; width: 600px; height: 500px';
  app.innerHTML = `
    <h2 id="docs" style="position:absolute;left:40px;top:60px;width:200px;height:30px;margin:0">Documentation</h2>
    <h2 id="connect" style="position:absolute;left:300px;top:400px;width:200px;height:30px;margin:0">Connect with us</h2>`;
  document.body.append(app);
  overlay = await loaded();
  overlay.dispatch({ type: 'inspect:toggle' });
});

afterEach(() => {
  overlay.unmount();
  app.remove();
});

const find = (selector: string): Element => app.querySelector(selector) ?? expect.fail(`no ${selector}`);

function pointAt(element: Element, names: readonly string[] = ['App'], located: Partial<Located> = {}): void {
  overlay.dispatch({
    type: 'hover',
    hover: {
      element,
      ancestry: names.map((name) => ({ name, selector: name, hostUp: 1 })),
      component: null,
      located: {
        source: { file: 'src/App.tsx', line: 21, column: 7 },
        path: [...names.keys()].filter((index) => names[index] !== 'Library'),
        component: names.findIndex((name) => name !== 'Library'),
        use: null,
        ...located,
      },
    },
  });
}

const place = (file: string, line: number) => ({ file, line, column: 7 });

const boxOfFirst = (selector: string) => {
  const { x, y, width, height } = overlay.$(selector)?.getBoundingClientRect() ?? new DOMRect();
  return { x, y, width, height };
};

describe('pointing', () => {
  it('outlines the element, and its component with a finer line', async () => {
    pointAt(find('#docs'));
    await expect.poll(() => overlay.$('.nga-highlight--component')).not.toBeNull();
    expect(boxOfFirst('.nga-highlight')).toEqual(boxOf(find('#docs'), window));
    expect(boxOfFirst('.nga-highlight--component')).toEqual(boxOf(app, window));
    pointAt(find('#connect'));
    await expect.poll(() => boxOfFirst('.nga-highlight').y).toBe(400);
  });

  it('moves the hint away from an element that lies beneath it, and back again', async () => {
    const covered = find('#connect');
    const hint = () => boxOfFirst('.nga-hint');
    await expect.poll(() => hint().y).toBeGreaterThan(innerHeight / 2);
    const { x, y } = hint();
    covered.setAttribute('style', `position:fixed;left:${x}px;top:${y}px;width:60px;height:20px;margin:0`);
    pointAt(covered);
    await expect.poll(() => hint().y).toBeLessThan(innerHeight / 2);
    pointAt(covered, ['Other']);
    await expect.poll(() => overlay.$('.nga-crumb')?.textContent).toBe('Other');
    expect(hint().y).toBeLessThan(innerHeight / 2);
    pointAt(find('#docs'));
    await expect.poll(() => hint().y).toBeGreaterThan(innerHeight / 2);
  });

  it('names the element and where it is written', async () => {
    pointAt(find('#docs'));
    await expect.poll(() => overlay.$('.nga-component-label')?.textContent).toBe('h2 "Documentation" App');
    expect(overlay.$('.nga-path-label')?.textContent).toBe('App.tsx:21');
  });

  it.each([
    {
      name: 'of a kit',
      located: { use: place('src/tasks/index.tsx', 41) },
      expected: 'tasks/index.tsx:41 (src/App.tsx:21)',
    },
    {
      name: 'of a library, which has no line of its own',
      located: { source: null, use: place('src/tasks/index.tsx', 41) },
      expected: 'tasks/index.tsx:41',
    },
    {
      name: 'at the root of a component',
      located: { usedAt: place('src/tasks/index.tsx', 41) },
      expected: 'App.tsx:21, used in tasks/index.tsx:41',
    },
  ])('names the place of use of an element $name', async ({ located, expected }) => {
    pointAt(find('#docs'), ['App'], located);
    await expect.poll(() => overlay.$('.nga-path-label')?.textContent).toBe(expected);
  });

  it('shows the way to the element, and what a part of it stands for', async () => {
    pointAt(find('#docs'), ['Section', 'Library', 'App']);
    await expect.poll(() => overlay.root.querySelectorAll('.nga-crumb')).toHaveLength(3);
    const crumbs = [...overlay.root.querySelectorAll<HTMLElement>('.nga-crumb')];
    expect(crumbs.map(({ textContent }) => textContent)).toEqual(['App', 'Section', 'h2']);
    expect(overlay.$('[aria-current]')?.textContent).toBe('h2');
    const outlines = () => overlay.root.querySelectorAll('.nga-highlight--moving').length;
    crumbs[0]?.dispatchEvent(new PointerEvent('pointerenter'));
    await expect.poll(() => outlines()).toBe(2);
    crumbs[0]?.click();
    await expect
      .poll(() => overlay.state().mode)
      .toMatchObject({
        hover: { element: app, component: 2, isChosen: true },
      });
  });

  it('keeps the way to the element while the pointer passes over others to reach it', async () => {
    const names = () =>
      [...overlay.root.querySelectorAll('.nga-crumb')].map(({ textContent }) => textContent);
    pointAt(find('#docs'), ['Section', 'App']);
    await expect.poll(() => names()).toEqual(['App', 'Section', 'h2']);
    pointAt(find('#connect'), ['Footer', 'App']);
    expect(names()).toEqual(['App', 'Section', 'h2']);
    await expect.poll(() => names()).toEqual(['App', 'Footer', 'h2']);
  });

  it('stays in inspect mode after sending while it is pinned', async () => {
    await vi.waitFor(() => overlay.button('Pin'), patience);
    overlay.button('Pin').click();
    await expect.poll(() => overlay.button('Pin').ariaPressed).toBe('true');
    expect(overlay.state().pinned).toBe(true);
  });
});
