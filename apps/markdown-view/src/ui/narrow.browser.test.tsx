import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';

import { tapOn } from '../document/testing/input.ts';
import { plan } from '../testing/comments.ts';
import { mount, type Mounted, rangeOf, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(async () => {
  server = new PlayedServer(plan);
  server.seed('first', 'One', { status: 'draft' });
  server.seed('Nothing', 'Two');
  view = await mount(server, { width: 375 });
});
afterEach(() => view.unmount());

it('a narrow view has the comments in a sheet over the text, and nothing wider than the screen', async () => {
  expect(view.card('One')).toBeNull();
  view.$('.mdv-opener')?.click();
  await until(() => view.card('Two') !== null);
  expect(view.$('.mdv-sheet')?.textContent).toContain('Comments');
  for (const element of view.root.querySelectorAll('.nga-root, .nga-root *'))
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(376);
  view.button('Close').click();
  await until(() => view.$('.mdv-sheet') === null);
});

it('shows the composer at the lower edge and the text above it', async () => {
  await view.select('second step');
  view.button('Comment').click();
  await until(() => view.$('.mdv-composing textarea') === document.activeElement);
  expect(view.$('.mdv-sheet blockquote')?.textContent).toBe('second step');
  type(view.field(), 'Small');
  await until(() => !view.action('Add').disabled);
  view.action('Add').click();
  await until(() => view.$('.mdv-sheet') === null);
  expect(view.$('.mdv-opener')).not.toBeNull();
  await expect
    .poll(() => [...server.comments.values()].some((one) => one.annotationText === 'Small'))
    .toBe(true);
});

it('shows no key where there is none to press', async () => {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await view.select('second step');
    view.button('Comment').click();
    await until(() => view.$('.mdv-composing') !== null);
    const [key] = view.root.querySelectorAll('.mdv-composing .nga-kbd');
    expect(key?.checkVisibility()).toBe(false);
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
});

it('opens the comment whose text is touched', async () => {
  await until(() => CSS.highlights.get('md-pending')?.size === 1);
  await tapOn(rangeOf(view.root, 'Nothing'));
  await until(() => view.$('.mdv-sheet--one')?.textContent.includes('Two') ?? false);
  expect(view.$('.mdv-sheet--one')?.textContent).not.toContain('One');
  view.button('Close').click();
  await until(() => view.$('.mdv-opener') !== null);
});
