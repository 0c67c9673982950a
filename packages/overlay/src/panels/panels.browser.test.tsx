/** What one panel cannot draw takes neither the launcher nor another panel away. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { addCard, byId, loaded, type Mounted, picked } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(() => {
  card = addCard();
  vi.spyOn(console, 'info').mockReturnValue(undefined);
});

afterEach(() => {
  overlay.unmount();
  card.remove();
  vi.restoreAllMocks();
});

/** No panel can read its words. */
function unreadable(annotation: Annotation): Annotation {
  return Object.defineProperty({ ...annotation }, 'annotationText', {
    get: () => {
      throw new Error('injected');
    },
  });
}

const sound = sampleAnnotation({ id: uuidOf(1) });

function show(annotations: readonly Annotation[]) {
  overlay.dispatch({ type: 'annotations', annotations: byId(annotations), unsent: new Set() });
}

const failed = () => overlay.$('[data-nga=failed]')?.textContent ?? null;

it('keeps the list, the launcher and the composer while one comment of the list cannot be drawn', async () => {
  overlay = await loaded([unreadable(sound)]);
  overlay.dispatch({ type: 'panel:toggle' });
  const leftOut = () => overlay.$('[data-nga=unreadable]')?.textContent ?? '';
  await expect.poll(leftOut).toContain('1 comment cannot be shown');
  expect(failed()).toBeNull();
  expect(overlay.$('.nga-launcher')).not.toBeNull();
  overlay.$('.nga-launcher')?.click();
  await expect.poll(() => overlay.$('.nga-bar')).not.toBeNull();
  overlay.dispatch({ type: 'panel:toggle' });
  await expect.poll(leftOut).toBe('');
  overlay.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked(card)] } });
  await expect.poll(() => overlay.$('textarea')).not.toBeNull();
});

it('draws a thread again as soon as it can be read', async () => {
  overlay = await loaded([unreadable(sound)]);
  overlay.dispatch({ type: 'thread:open', id: sound.id });
  await expect.poll(failed).toContain('The thread could not be drawn.');
  show([sound]);
  await expect.poll(() => overlay.$('.nga-thread-panel')).not.toBeNull();
  expect(failed()).toBeNull();
});

it('says nothing where badges cannot be drawn, and the bar opens', async () => {
  overlay = await loaded([unreadable(sound)]);
  overlay.place([{ id: sound.id, x: 20, y: 20, offscreen: false }]);
  overlay.$('.nga-launcher')?.click();
  await expect.poll(() => overlay.$('.nga-bar')).not.toBeNull();
  expect(failed()).toBeNull();
});
