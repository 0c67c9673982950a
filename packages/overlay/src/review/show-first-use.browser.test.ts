import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createOverlay, type Overlay } from '../overlay.ts';
import { page } from '../picking/testing/input.ts';

let overlay: Overlay;

const start = () => createOverlay({ hub: '/__annotate', appId: '.', review: true });
const tip = () => overlay.element.shadowRoot?.querySelector<HTMLElement>('[data-nga="first-use"]') ?? null;
const click = (selector: string) => overlay.element.shadowRoot?.querySelector<HTMLElement>(selector)?.click();

/** Once the layer of Alt is there, the tip would be too. */
const reviewIsLoaded = () =>
  expect.poll(() => overlay.element.shadowRoot?.querySelectorAll('.nga-root').length).toBeGreaterThan(1);

beforeEach(() => {
  localStorage.removeItem('annotate:first-use');
  sessionStorage.clear();
  page('<main><button>App</button></main>');
  overlay = start();
});

afterEach(() => {
  overlay.close();
  page('');
});

it('says how to comment without taking the focus, and is gone for good after Esc', async () => {
  document.querySelector('button')?.focus();
  await expect.poll(() => tip()?.textContent).toContain('Select text');
  expect(tip()?.textContent).toContain('Alt');
  expect(document.activeElement?.localName).toBe('button');
  await userEvent.keyboard('{Escape}');
  expect(tip()).toBeNull();
  overlay.close();
  overlay = start();
  await reviewIsLoaded();
  expect(tip()).toBeNull();
});

it('the hint is closed by its button, which the keyboard reaches', async () => {
  await expect.poll(tip).not.toBeNull();
  const button = tip()?.querySelector<HTMLElement>('[data-nga="first-use-close"]');
  button?.focus();
  expect(overlay.element.shadowRoot?.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(tip()).toBeNull();
  expect(localStorage.getItem('annotate:first-use')).not.toBeNull();
});

it('waits while the panel is open, and Esc is the panel’s then', async () => {
  await expect.poll(tip).not.toBeNull();
  click('[data-nga="fab"]');
  await expect.poll(tip).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(overlay.state().panel).toBeNull();
  expect(tip()).not.toBeNull();
});

it('closes when the person starts to comment', async () => {
  await expect.poll(tip).not.toBeNull();
  await userEvent.keyboard('{Alt>}{Shift>}n{/Shift}{/Alt}');
  await expect.poll(() => overlay.state().mode.name).toBe('annotate');
  expect(tip()).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(tip()).toBeNull();
});
