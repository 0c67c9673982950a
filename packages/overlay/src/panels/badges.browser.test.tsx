import { afterEach, describe, expect, it } from 'vitest';

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
    overlay.dispatch({ type: 'setting:markers', hidden: true });
    expect(overlay.$('.nga-badge')).toBeNull();
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
