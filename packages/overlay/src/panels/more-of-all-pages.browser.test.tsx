import { afterEach, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import type { OverlayState, Rest } from '../state/state.ts';

import { byId, loaded, type Mounted } from './testing/mounted.tsx';

let overlay: Mounted;

afterEach(() => overlay.unmount());

const known = [1, 2, 3].map((n) =>
  sampleAnnotation({ id: uuidOf(n), annotationText: `Wish ${n}`, pageUrl: 'http://localhost:4200/other' }),
);
const rest: Rest = {
  counts: { open: 20_000, closed: 0 },
  next: { open: 'n1', closed: null },
  briefs: new Set([uuidOf(2)]),
};

async function openAllPages(left: Rest | null = rest): Promise<void> {
  overlay = await loaded();
  show(left);
  overlay.dispatch({ type: 'panel:toggle' });
  overlay.dispatch({ type: 'panel:tab', tab: 'all' });
  await expect.poll(() => items()).toHaveLength(3);
}

function show(left: Rest | null): void {
  overlay.dispatch({ type: 'annotations', annotations: byId(known), unsent: new Set(), rest: left });
}

const items = () => [...overlay.root.querySelectorAll('[data-nga=item]')];

it('counts what the page has not got, and reads on when the person asks for more', async () => {
  await openAllPages();
  expect(overlay.$('[data-nga=tab-all]')?.textContent).toContain('(20000)');
  overlay.button('Show more').click();
  await expect.poll(() => overlay.called).toEqual([['rest', 'more', 'open']]);
});

it('offers no more where the page has everything, and none of this page', async () => {
  await openAllPages({ ...rest, next: { open: null, closed: null }, counts: { open: 3, closed: 0 } });
  expect(overlay.$('[data-nga=tab-all]')?.textContent).toContain('(3)');
  expect(overlay.$('[data-nga=more]')).toBeNull();
  show(rest);
  await expect.poll(() => overlay.$('[data-nga=more]')).not.toBeNull();
  overlay.dispatch({ type: 'panel:tab', tab: 'page' });
  await expect.poll(() => overlay.$('[data-nga=more]')).toBeNull();
});

function search(text: string): void {
  const field = overlay.$('[data-nga=search]');
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no search.');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

it('looks for what is searched for in everything, portion by portion', async () => {
  await openAllPages();
  search('nowhere');
  await expect.poll(() => overlay.called).toEqual([['rest', 'more', 'open']]);
  expect(overlay.$('[data-nga=looks-on]')).not.toBeNull();
  show({ ...rest, next: { open: 'n2', closed: null } });
  await expect.poll(() => overlay.called).toHaveLength(2);
  show({ ...rest, next: { open: null, closed: null } });
  await expect.poll(() => overlay.$('[data-nga=looks-on]')).toBeNull();
});

it('offers to try again where the hub does not answer, and tries by itself after a new connection', async () => {
  await openAllPages();
  overlay.hub.answers = false;
  search('nowhere');
  await expect.poll(() => overlay.$('[data-nga=more]')).not.toBeNull();
  expect(overlay.called).toHaveLength(1);
  overlay.button('Show more').click();
  await expect.poll(() => overlay.called).toHaveLength(2);
  overlay.hub.answers = true;
  overlay.dispatch({ type: 'connection', state: 'offline' });
  overlay.dispatch({ type: 'connection', state: 'online' });
  await expect.poll(() => overlay.called).toHaveLength(3);
  await expect.poll(() => overlay.$('[data-nga=looks-on]')).not.toBeNull();
});

it('reads on in the list that has what is shown', async () => {
  await openAllPages({ ...rest, next: { open: null, closed: 'c1' } });
  const filtered = (filter: NonNullable<OverlayState['panel']>['filter']) =>
    overlay.dispatch({ type: 'panel:filter', filter });
  filtered('pending');
  await expect.poll(() => overlay.$('[data-nga=more]')).toBeNull();
  // What is resolved and not accepted is open for the person.
  filtered('open');
  await expect.poll(() => overlay.$('[data-nga=more]')).not.toBeNull();
  overlay.button('Show more').click();
  await expect.poll(() => overlay.called).toEqual([['rest', 'more', 'closed']]);
});

it('reads the whole annotation when the person opens one that is known in brief', async () => {
  await openAllPages();
  overlay.dispatch({ type: 'thread:open', id: uuidOf(1) });
  overlay.dispatch({ type: 'thread:open', id: uuidOf(2) });
  await expect.poll(() => overlay.called).toEqual([['rest', 'whole', [uuidOf(2)]]]);
});

it('draws two hundred of what the page has, and more when asked', async () => {
  overlay = await loaded(
    Array.from({ length: 450 }, (_, n) => sampleAnnotation({ id: uuidOf(n), annotationText: `Wish ${n}` })),
  );
  overlay.dispatch({ type: 'panel:toggle' });
  await expect.poll(() => items()).toHaveLength(200);
  for (const shown of [400, 450]) {
    overlay.button('Show more').click();
    await expect.poll(() => items()).toHaveLength(shown);
  }
  expect(overlay.$('[data-nga=more]')).toBeNull();
  expect(overlay.called).toEqual([]);
});
