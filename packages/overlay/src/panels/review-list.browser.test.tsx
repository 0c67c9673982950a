import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import type { Annotation, Reply } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { byId, mounted, type Mounted, patience, type } from './testing/mounted.tsx';

let overlay: Mounted;

beforeEach(() => page.viewport(1200, 800));

afterEach(() => {
  vi.useRealTimers();
  overlay.unmount();
});

async function openList(annotations: readonly Annotation[]): Promise<HTMLElement | null> {
  overlay = mounted(annotations, { review: true });
  overlay.$('[data-nga="fab"]')?.click();
  await expect.poll(() => overlay.$('.nga-list--review')).not.toBeNull();
  return overlay.$('.nga-list--review');
}

const item = (n: number) => overlay.$(`[data-nga="item"][data-id="${uuidOf(n)}"]`);
const part = (n: number, name: string) => item(n)?.querySelector<HTMLElement>(`[data-nga="${name}"]`) ?? null;
const resolved = (n: number) => sampleAnnotation({ id: uuidOf(n), kind: 'text', status: 'resolved' });
const says = (n: number, author: Reply['author'], message: string): Reply => ({
  id: uuidOf(200 + n),
  author,
  message,
  createdAt: new Date().toISOString(),
  ...(author === 'agent' ? { agentName: 'claude-code' } : { authorId: sampleAuthor.authorId }),
});

describe('the round button', () => {
  it('counts what is open or waits for the person on the whole site, and opens and closes the list', async () => {
    await openList([
      sampleAnnotation({ id: uuidOf(1) }),
      sampleAnnotation({ id: uuidOf(2), pageUrl: 'http://localhost:4200/about' }),
      resolved(3),
    ]);
    const fab = overlay.$('[data-nga="fab"]');
    expect(fab?.querySelector('.nga-count')?.textContent).toBe('1');
    expect(fab?.ariaLabel).toMatch(/^Annotate: 3 open items, 1 your turn/);
    expect(fab?.getAttribute('aria-expanded')).toBe('true');
    fab?.click();
    expect(overlay.state().panel).toBeNull();
  });
});

it('says how to comment while there is nothing', async () => {
  const list = await openList([]);
  expect(list?.querySelector('.nga-first')?.textContent).toContain('Select text');
});

describe('an item', () => {
  it('says what it is about, what is asked, how it stands, who answered what, and since when', async () => {
    const answered = {
      ...sampleAnnotation({ id: uuidOf(1), kind: 'text', annotationText: 'Say how long it takes' }),
      replies: [says(1, 'agent', 'Working days?'), says(2, 'user', 'Yes.')],
    };
    await openList([answered, sampleAnnotation({ id: uuidOf(2), kind: 'element' })]);
    expect(part(1, 'quote')?.textContent).toBe('free delivery');
    expect(part(1, 'note')?.textContent).toBe('Say how long it takes');
    expect(part(1, 'status')?.textContent).toBe('Waiting');
    expect(part(1, 'reply-agent')?.textContent).toMatch(/^claude-code.*Working days\?/);
    expect(part(1, 'reply-user')?.textContent).toMatch(/^You.*Yes\./);
    expect(item(1)?.querySelector('.nga-meta time')).not.toBeNull();
    expect(part(2, 'selector')?.textContent).toContain('main > ul > li:nth-of-type(2)');
    const colours = ['reply-agent', 'reply-user'].map(
      (name) => getComputedStyle(part(1, name) ?? overlay.host).backgroundColor,
    );
    expect(new Set(colours).size).toBe(2);
  });

  it('reveals its target; a note and an annotation without a target open their thread', async () => {
    await openList([
      sampleAnnotation({ id: uuidOf(1), kind: 'text' }),
      sampleAnnotation({ id: uuidOf(2), kind: 'page' }),
      sampleAnnotation({ id: uuidOf(3), kind: 'page', pageUrl: 'http://localhost:4200/about' }),
    ]);
    overlay.dispatch({ type: 'panel:tab', tab: 'all' });
    item(1)?.querySelector<HTMLElement>('.nga-item')?.click();
    item(3)?.querySelector<HTMLElement>('.nga-item')?.click();
    expect(overlay.called).toEqual([
      ['reveal', uuidOf(1)],
      ['reveal', uuidOf(3)],
    ]);
    item(2)?.querySelector<HTMLElement>('.nga-item')?.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(2) });
  });

  it('closes the list first on a small screen, where it covers the target', async () => {
    await page.viewport(375, 740);
    const list = await openList([sampleAnnotation({ id: uuidOf(1), kind: 'text' })]);
    expect(list?.getBoundingClientRect().width).toBe(375);
    item(1)?.querySelector<HTMLElement>('.nga-item')?.click();
    expect(overlay.called).toEqual([['reveal', uuidOf(1)]]);
    expect(overlay.state().panel).toBeNull();
  });

  it('shows what an agent does with it while the list is open, and stays until the reviewer has agreed', async () => {
    const pending = sampleAnnotation({ id: uuidOf(1), kind: 'text' });
    await openList([pending]);
    const done = { ...resolved(1), replies: [says(1, 'agent', 'Done.')] };
    overlay.dispatch({ type: 'annotations', annotations: byId([done]), unsent: new Set() });
    expect(part(1, 'status')?.textContent).toBe('Resolved');
    expect(overlay.$('[data-nga="tab-page"]')?.textContent).toBe('This page (1)');
    part(1, 'accept')?.click();
    expect(overlay.called).toEqual([['accept', uuidOf(1)]]);
    const accepted: Annotation = { ...done, status: 'resolved', acceptedAt: new Date().toISOString() };
    overlay.dispatch({ type: 'annotations', annotations: byId([accepted]), unsent: new Set() });
    expect(item(1)).toBeNull();
  });

  it('sends the reply when it is accepted or re-opened', async () => {
    await openList([resolved(1), resolved(2)]);
    const field = (n: number) => part(n, 'reply-text') as HTMLTextAreaElement;
    type(field(1), 'Thank you');
    await expect.poll(() => field(1).value).toBe('Thank you');
    part(1, 'accept')?.click();
    type(field(2), 'Not on the phone');
    await expect.poll(() => overlay.state().kept.get(uuidOf(2))).toBe('Not on the phone');
    part(2, 'reopen')?.click();
    expect(overlay.called).toEqual([
      ['reply', uuidOf(1), 'Thank you', []],
      ['accept', uuidOf(1)],
      ['reopen', uuidOf(2), 'Not on the phone', []],
    ]);
    expect(overlay.state().kept.size).toBe(0);
  });

  it('whose target is lost says so and offers to re-link it', async () => {
    await openList([sampleAnnotation({ id: uuidOf(1), kind: 'text' })]);
    overlay.dispatch({ type: 'lost', ids: new Set([uuidOf(1)]) });
    expect(item(1)?.dataset.status).toBe('lost');
    expect(part(1, 'status')?.textContent).toBe('Text gone');
    part(1, 'relink')?.click();
    expect(overlay.called).toEqual([['relink', uuidOf(1)]]);
  });
});

describe('a resolved item', () => {
  it('is green although its text is gone, and shows when it was resolved', async () => {
    const resolvedAt = new Date(Date.now() - 2 * 60_000).toISOString();
    await openList([{ ...resolved(1), status: 'resolved', resolvedAt }]);
    overlay.dispatch({ type: 'lost', ids: new Set([uuidOf(1)]) });
    expect(item(1)?.dataset.status).toBe('resolved');
    expect(item(1)?.querySelector('.nga-glyph--resolved')).not.toBeNull();
    expect(part(1, 'status')?.textContent).toBe('Resolved');
    expect(part(1, 'relink')).toBeNull();
    expect(item(1)?.querySelector('.nga-meta time')?.textContent).toBe('2 min');
  });

  it('says when the file was put back', async () => {
    await openList([{ ...resolved(1), status: 'resolved', changedSince: true }]);
    expect(item(1)?.dataset.status).toBe('changed');
    expect(part(1, 'status')?.textContent).toBe('Changed since');
    expect(part(1, 'reopen')?.className).toContain('nga-btn-primary');
    expect(part(1, 'accept')?.className).not.toContain('nga-btn-primary');
  });
});

describe('a note on the page', () => {
  it('is added, changed and taken back from the list', async () => {
    await openList([sampleAnnotation({ id: uuidOf(1), kind: 'page', annotationText: 'Shorter, please' })]);
    overlay.$('[data-nga="add-note"]')?.click();
    part(1, 'delete')?.click();
    await expect.poll(() => part(1, 'delete')?.textContent).toBe('Take back? Click again');
    expect(overlay.called).toEqual([['pageNote']]);
    part(1, 'delete')?.click();
    expect(overlay.called).toEqual([['pageNote'], ['delete', uuidOf(1)]]);
    part(1, 'edit')?.click();
    const field = await vi.waitFor(() => overlay.field('.nga-thread-panel textarea'), patience);
    expect(field.value).toBe('Shorter, please');
    type(field, 'Much shorter, please');
    await expect.poll(() => field.value).toBe('Much shorter, please');
    overlay.button('Save').click();
    expect(overlay.called.at(-1)).toEqual(['edit', uuidOf(1), 'Much shorter, please', []]);
  });
});

describe('Clear all', () => {
  const clear = () => overlay.$('[data-nga="clear-all"]');

  it('deletes or takes back everything of the tab with a second click', async () => {
    await openList([
      sampleAnnotation({ id: uuidOf(1) }),
      resolved(2),
      sampleAnnotation({ id: uuidOf(3), pageUrl: 'http://localhost:4200/about' }),
    ]);
    clear()?.click();
    expect(overlay.called).toEqual([]);
    await expect.poll(() => clear()?.textContent).toContain('Click again');
    clear()?.click();
    expect(overlay.called).toEqual([
      ['delete', uuidOf(1)],
      ['delete', uuidOf(2)],
    ]);
    expect(overlay.$('[data-nga="toast"]')?.textContent).toContain('1 deleted, 1 taken back.');
  });

  it('does nothing while not everything could be read, and says so', async () => {
    const annotations = [sampleAnnotation({ id: uuidOf(1) })];
    await openList(annotations);
    const next = { open: 'n1', closed: null };
    const rest = { counts: { open: 2, closed: 0 }, next, briefs: new Set<string>() };
    overlay.dispatch({ type: 'annotations', annotations: byId(annotations), unsent: new Set(), rest });
    overlay.dispatch({ type: 'panel:tab', tab: 'all' });
    clear()?.click();
    await expect.poll(() => clear()?.textContent).toContain('Click again');
    clear()?.click();
    await expect
      .poll(() => overlay.$('[data-nga="toast"]')?.textContent)
      .toContain('Nothing was cleared, because not all comments could be read.');
    expect(overlay.called.filter(([name]) => name === 'delete')).toEqual([]);
  });

  it('asks anew after three seconds', async () => {
    await openList([sampleAnnotation({ id: uuidOf(1) })]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
    clear()?.click();
    await vi.advanceTimersByTimeAsync(100);
    expect(clear()?.textContent).toContain('Click again');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(clear()?.textContent).toBe('Clear all');
    clear()?.click();
    expect(overlay.called).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('stops at the current item and at what can be done with it, and at no other', async () => {
    await openList([resolved(1), resolved(2)]);
    const stops = (n: number) =>
      [...(item(n)?.querySelectorAll<HTMLElement>('button,textarea') ?? [])].map(({ tabIndex }) => tabIndex);
    expect(new Set(stops(1))).toEqual(new Set([0]));
    expect(new Set(stops(2))).toEqual(new Set([-1]));
    item(2)?.querySelector<HTMLElement>('.nga-item')?.focus();
    await expect.poll(() => new Set(stops(2))).toEqual(new Set([0]));
  });

  it('stays in the list when the item in use goes', async () => {
    const list = await openList([resolved(1), resolved(2)]);
    part(1, 'accept')?.focus();
    overlay.dispatch({ type: 'annotations', annotations: byId([resolved(2)]), unsent: new Set() });
    expect(item(1)).toBeNull();
    expect(overlay.root.activeElement).toBe(list);
  });

  it('stays at the item when its buttons change', async () => {
    await openList([resolved(1)]);
    part(1, 'accept')?.focus();
    const open = sampleAnnotation({ id: uuidOf(1), kind: 'text' });
    overlay.dispatch({ type: 'annotations', annotations: byId([open]), unsent: new Set() });
    expect(overlay.root.activeElement).toBe(item(1)?.querySelector('.nga-item'));
  });
});

it('draws a dashed line around an element with a comment, and none around text', async () => {
  overlay = mounted(
    [sampleAnnotation({ id: uuidOf(1), kind: 'element' }), sampleAnnotation({ id: uuidOf(2), kind: 'text' })],
    { review: true },
  );
  const size = { width: 80, height: 30 };
  overlay.place([
    { id: uuidOf(1), x: 120, y: 50, offscreen: false, box: { x: 40, y: 50, ...size } },
    { id: uuidOf(2), x: 120, y: 150, offscreen: false, box: { x: 40, y: 150, ...size } },
  ]);
  const outlines = () => [...overlay.root.querySelectorAll<HTMLElement>('[data-nga="annotated"]')];
  await expect.poll(() => outlines().map(({ dataset }) => dataset.id)).toEqual([uuidOf(1)]);
  expect(outlines()[0]?.getBoundingClientRect()).toMatchObject({ x: 40, y: 50, ...size });
  expect(getComputedStyle(outlines()[0] ?? overlay.host).outlineStyle).toBe('dashed');
});
