import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createOverlay, type Overlay } from '../overlay.ts';
import { page } from '../picking/testing/input.ts';

let overlay: Overlay;

beforeEach(() => {
  page('<main><p>Text</p></main>');
  overlay = createOverlay({ hub: '/__annotate', appId: '.' });
});

afterEach(() => {
  overlay.close();
  page('');
});

const root = () => overlay.element.shadowRoot;
const press = (selector: string) => {
  const button = root()?.querySelector<HTMLElement>(selector);
  button?.focus();
  button?.click();
};

it('the arrow keys walk the page after Inspect was pressed, and the focus is there again at the end', async () => {
  press('.nga-launcher');
  await expect.poll(() => root()?.querySelector('.nga-bar')).not.toBeNull();
  press('.nga-bar button');
  await expect.poll(() => overlay.state().mode.name).toBe('inspect');
  expect(root()?.activeElement).toBeNull();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowDown}');
      return root()?.querySelector('.nga-component-label');
    })
    .not.toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(overlay.state().mode.name).toBe('hidden');
  expect(root()?.activeElement?.getAttribute('aria-label')).toMatch(/^Inspect/);
});
