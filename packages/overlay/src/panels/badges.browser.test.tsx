import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { loaded, type Mounted, press } from './testing/mounted.tsx';

let overlay: Mounted;

afterEach(() => overlay.unmount());

describe('badges', () => {
  const at = (n: number, x: number) => ({ id: uuidOf(n), x, y: 50, offscreen: n === 2 });

  it('have the class and the colour of their status, and open the thread', async () => {
    overlay = await loaded([sampleAnnotation({ id: uuidOf(1) })]);
    overlay.place([at(1, 50)]);
    const badge = overlay.$('.nga-badge--pending');
    expect(getComputedStyle(badge ?? document.body).backgroundColor).toBe('rgb(59, 130, 246)');
    expect(badge?.getAttribute('aria-label')).toBe('Waiting: Make the price bold');
    badge?.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(1) });
  });

  it('and the launcher say what waits to be sent while the dev server is away', async () => {
    const annotation = sampleAnnotation({ id: uuidOf(1) });
    overlay = await loaded([annotation]);
    overlay.place([at(1, 50)]);
    const annotations = new Map([[annotation.id, annotation]]);
    overlay.dispatch({ type: 'annotations', annotations, unsent: new Set([annotation.id]) });
    overlay.dispatch({ type: 'connection', state: 'offline' });
    const label = (selector: string) => overlay.$(selector)?.getAttribute('aria-label');
    await expect.poll(() => label('.nga-badge')).toBe('Waiting to be sent. Waiting: Make the price bold');
    expect(getComputedStyle(overlay.$('.nga-badge') ?? document.body).outlineStyle).toBe('dashed');
    expect(label('.nga-launcher')).toContain('1 waiting to be sent. Offline');
    expect(overlay.$('.nga-waiting')?.textContent).toBe('1');
    overlay.dispatch({ type: 'connection', state: 'online' });
    await expect.poll(() => label('.nga-badge')).toBe('Waiting: Make the price bold');
    expect(overlay.$('.nga-waiting')).toBeNull();
  });

  it('stack, and the arrow keys choose among them', async () => {
    overlay = await loaded(
      [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n), annotationText: `text ${n}` })),
    );
    overlay.place([at(1, 50), at(2, 55)]);
    const badge = overlay.$('.nga-badge');
    expect(badge?.textContent).toBe('2');
    badge?.click();
    await expect.poll(() => overlay.root.activeElement?.textContent).toBe('text 1');
    press(overlay.root.activeElement ?? document, 'ArrowDown');
    const second = overlay.root.activeElement as HTMLElement;
    expect(second.textContent).toBe('text 2');
    second.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(2) });
  });

  it('close the menu of a stack when the focus or the mode goes elsewhere', async () => {
    overlay = await loaded([1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) })));
    overlay.place([at(1, 50), at(2, 55)]);
    const menu = () => overlay.$('.nga-menu');
    overlay.$('.nga-badge')?.click();
    await expect.poll(menu).not.toBeNull();
    overlay.$('.nga-launcher')?.focus();
    await expect.poll(menu).toBeNull();
    overlay.$('.nga-badge')?.click();
    await expect.poll(menu).not.toBeNull();
    overlay.dispatch({ type: 'inspect:toggle' });
    await expect.poll(menu).toBeNull();
  });

  it('dim while their element is out of sight, and can be switched off', async () => {
    overlay = await loaded([sampleAnnotation({ id: uuidOf(2) })]);
    overlay.place([at(2, 50)]);
    expect(overlay.$('.nga-badge')?.hasAttribute('data-offscreen')).toBe(true);
    overlay.dispatch({ type: 'setting:badges', hidden: true });
    expect(overlay.$('.nga-badge')).toBeNull();
  });

  const mouse = (type: string, x: number, y: number, target: EventTarget | null = document.body) =>
    target?.dispatchEvent(
      new PointerEvent(type, {
        clientX: x,
        clientY: y,
        pointerType: 'mouse',
        bubbles: type !== 'pointerenter',
      }),
    );

  describe('over a control of the page', () => {
    const top = (x: number, y: number) => document.elementFromPoint(x, y);
    const show = async () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<div id="page" style="position:fixed;inset:0"><button style="position:fixed;left:40px;top:40px;width:10px;height:20px;padding:0;border:0">×</button></div>',
      );
      onTestFinished(() => document.querySelector('#page')?.remove());
      overlay = await loaded([sampleAnnotation({ id: uuidOf(1) })]);
      overlay.place([at(1, 50)]);
      await expect.poll(() => top(55, 50)).toBe(overlay.host);
    };

    it('let the pointer through to it, and take it when it rests or goes to where no control is', async () => {
      await show();
      mouse('pointerenter', 45, 50, overlay.$('.nga-badge'));
      expect(top(45, 50)?.localName).toBe('button');
      mouse('pointermove', 55, 50);
      expect(top(55, 50)).toBe(overlay.host);
      mouse('pointermove', 45, 50);
      expect(top(45, 50)?.localName).toBe('button');
      await expect.poll(() => top(45, 50)).toBe(overlay.host);
      mouse('pointermove', 46, 50);
      expect(top(46, 50)).toBe(overlay.host);
      mouse('pointermove', 200, 200);
      mouse('pointerenter', 45, 50, overlay.$('.nga-badge'));
      expect(top(45, 50)?.localName).toBe('button');
    });

    it('let it through to anything while a person points', async () => {
      await show();
      mouse('pointerenter', 55, 50, overlay.$('.nga-badge'));
      expect(top(55, 50)).toBe(overlay.host);
      mouse('pointermove', 200, 200);
      overlay.dispatch({ type: 'inspect:toggle' });
      await expect.poll(() => overlay.state().mode.name).toBe('inspect');
      mouse('pointerenter', 55, 50, overlay.$('.nga-badge'));
      expect(top(55, 50)?.id).toBe('page');
      await expect.poll(() => top(55, 50)).toBe(overlay.host);
    });
  });

  it('lie over the app as the launcher does, which lets the mouse through to a button until it rests', async () => {
    const save = document.createElement('button');
    save.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 200px; height: 80px';
    document.body.append(save);
    onTestFinished(() => save.remove());
    overlay = await loaded([]);
    const launcher = overlay.$('.nga-launcher') ?? expect.fail('There is no launcher.');
    const { x, y, width } = launcher.getBoundingClientRect();
    const [inX, inY] = [x + width / 2, y + width / 2];
    const top = () => document.elementFromPoint(inX, inY);
    mouse('pointerover', inX, inY, launcher);
    expect(top()).toBe(save);
    await expect.poll(top).toBe(overlay.host);
    mouse('pointermove', 5, 5);
    launcher.click();
    await expect.poll(() => launcher.ariaExpanded).toBe('true');
    mouse('pointerover', inX, inY, launcher);
    expect(top()).toBe(overlay.host);
  });

  it('fold away when the person has accepted', async () => {
    overlay = await loaded([
      {
        ...sampleAnnotation({ id: uuidOf(1), status: 'resolved' }),
        status: 'resolved',
        acceptedAt: new Date().toISOString(),
      },
    ]);
    overlay.place([at(1, 50)]);
    expect(overlay.$('.nga-badge')).toBeNull();
  });
});
