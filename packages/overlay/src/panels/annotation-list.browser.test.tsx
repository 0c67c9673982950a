import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Annotation, mostClosedSynced, type Verdict } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { byId, mounted, type Mounted, press } from './testing/mounted.tsx';

let overlay: Mounted;

afterEach(() => overlay.unmount());

describe('the list', () => {
  const four = [1, 2, 3].map((n) =>
    sampleAnnotation({ id: uuidOf(n), annotationText: `text ${n}`, at: new Date(Date.now() - n * 1000) }),
  );

  async function openList(): Promise<HTMLElement[]> {
    overlay.dispatch({ type: 'panel:toggle' });
    // The first test of the file loads the panels.
    await vi.waitFor(
      () => {
        if (!overlay.$('.nga-list')) throw new Error('No list.');
      },
      { timeout: 10_000 },
    );
    return [...overlay.root.querySelectorAll<HTMLElement>('.nga-item')];
  }

  it('is searched by all words of text, replies, files and pages', async () => {
    const [first, second, third] = four;
    if (!first || !second || !third) throw new Error('Three are needed.');
    overlay = mounted([{ ...first, annotationText: 'Mehr Größe, bitte' }, second, third]);
    await openList();
    const field = overlay.$('[data-nga=search]');
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no search field.');
    const found = async (text: string) => {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      await new Promise(requestAnimationFrame);
      return [...overlay.root.querySelectorAll<HTMLElement>('[data-nga=item]')].map(
        ({ dataset }) => dataset.id,
      );
    };
    expect(await found('GROSSE mehr')).toEqual([]);
    expect(await found('größe MEHR')).toEqual([first.id]);
    expect(await found('TEXT')).toEqual([second.id, third.id]);
    expect(await found('nothing like it')).toEqual([]);
    expect(overlay.$('.nga-none')?.textContent).toBe('Nothing here has “nothing like it”.');
    expect(await found(' ')).toHaveLength(3);
  });

  it('is walked with the arrow keys, with one stop for Tab', async () => {
    overlay = mounted(four);
    const items = await openList();
    expect(items.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    items[0]?.focus();
    press(items[0] ?? document, 'ArrowDown');
    expect(overlay.root.activeElement).toBe(items[1]);
    expect(overlay.state().panel?.selected).toBe(uuidOf(2));
    press(items[1] ?? document, 'End');
    expect(overlay.root.activeElement).toBe(items[2]);
    items[2]?.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(3) });
  });

  it('shows and counts first what is open and what waits to be accepted, and copies all pages', async () => {
    const done = sampleAnnotation({ id: uuidOf(5), status: 'resolved', annotationText: 'done' });
    const accepted = {
      ...sampleAnnotation({ id: uuidOf(6) }),
      status: 'resolved',
      acceptedAt: done.createdAt,
    } as const;
    overlay = mounted([...four, done, accepted]);
    const items = await openList();
    expect(items.map((item) => item.querySelector('p')?.textContent).toSorted()).toEqual([
      'done',
      'text 1',
      'text 2',
      'text 3',
    ]);
    expect(overlay.$('[data-nga="tab-page"]')?.textContent).toBe('This page (4)');
    // What waits for the person is counted first.
    expect(overlay.$('.nga-count')?.textContent).toBe('1');
    expect(overlay.$('.nga-launcher')?.ariaLabel).toMatch(/^Annotate: 4 open items, 1 your turn/);
    overlay.button('Copy all').click();
    expect(overlay.called).toEqual([['copyPage', { tab: 'all', filter: 'open' }]]);
  });

  it('begins with what waits for the person, accepts all that is proven, and goes on with J and K', async () => {
    const done = (n: number, verdict: Verdict) => {
      const side = { takenAt: new Date().toISOString(), record: 'a.json' };
      const outside = { count: 0, pushed: 0, examples: [] };
      const proof = { before: side, after: { ...side, verdict, changes: [], outside } };
      return { ...sampleAnnotation({ id: uuidOf(n), status: 'resolved' }), proof } as Annotation;
    };
    overlay = mounted([...four, done(5, 'changed'), done(6, 'broken'), done(7, 'gone')]);
    const [first] = await openList();
    const groups = [...overlay.root.querySelectorAll('section')].map((section) => [
      section.querySelector('h3')?.textContent,
      section.querySelectorAll('.nga-item').length,
    ]);
    expect(groups).toEqual([
      ['Your turn (3)', 3],
      ['Others', 3],
    ]);
    const opened = () => overlay.state().mode;
    press(first ?? document, 'j', { code: 'KeyJ' });
    const one = opened();
    press(overlay.$('.nga-thread-panel') ?? document, 'j', { code: 'KeyJ' });
    const two = opened();
    press(overlay.$('.nga-thread-panel') ?? document, 'k', { code: 'KeyK' });
    expect(opened()).toEqual(one);
    expect(two).not.toEqual(one);
    const elsewhere = { ...done(8, 'changed'), pageUrl: `${location.origin}/elsewhere` } as Annotation;
    const all = new Map([done(5, 'changed'), elsewhere].map((each) => [each.id, each]));
    overlay.dispatch({ type: 'annotations', annotations: all, unsent: new Set() });
    overlay.dispatch({ type: 'thread:open', id: uuidOf(5) });
    press(overlay.$('.nga-thread-panel') ?? document, 'j', { code: 'KeyJ' });
    expect(opened()).toMatchObject({ id: uuidOf(5) });
    overlay.dispatch({ type: 'panel:tab', tab: 'all' });
    press(overlay.$('.nga-thread-panel') ?? document, 'j', { code: 'KeyJ' });
    expect(opened()).toMatchObject({ id: uuidOf(8) });
    overlay.button('Accept 2 proven').click();
    expect(overlay.called.toSorted()).toEqual([
      ['accept', uuidOf(5)],
      ['accept', uuidOf(8)],
    ]);
  });

  it.each([
    [{ type: 'store:problem', problem: 'review.json is not valid JSON.' }, 'review.json is not valid JSON.'],
    [{ type: 'connection', state: 'refused' }, 'Reload the page. What you wrote is kept.'],
    [{ type: 'connection', state: 'ended' }, 'Sign in again or ask for a new link'],
  ] as const)('says what to do about a dev server that takes nothing: %j', async (action, remedy) => {
    overlay = mounted(four);
    await openList();
    overlay.dispatch(action);
    await expect.poll(() => overlay.$('.nga-list .nga-box--lost')?.textContent).toContain(remedy);
  });

  it('starts at its top when another tab is chosen', async () => {
    overlay = mounted(
      Array.from({ length: 60 }, (_, n) =>
        sampleAnnotation({ id: uuidOf(n + 1), annotationText: `text ${n}` }),
      ),
    );
    await openList();
    const body = () => overlay.$('.nga-list .nga-body');
    body()?.scrollTo(0, 500);
    expect(body()?.scrollTop).toBe(500);
    overlay.dispatch({ type: 'panel:tab', tab: 'all' });
    expect(body()?.scrollTop).toBe(0);
  });

  it('counts for each tab, and the arrow keys change the tab', async () => {
    overlay = mounted([
      ...four,
      sampleAnnotation({ id: uuidOf(9), pageUrl: 'http://localhost:4200/other', at: new Date(0) }),
    ]);
    await openList();
    const tabs = [...overlay.root.querySelectorAll<HTMLElement>('[role=tab]')];
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['This page (3)', 'All pages (4)']);
    press(tabs[0] ?? document, 'ArrowRight');
    expect(overlay.state().panel?.tab).toBe('all');
    await expect
      .poll(() => [...overlay.root.querySelectorAll('h3')].map((h3) => h3.textContent))
      .toEqual(['/cart', '/other']);
  });

  const later = () => overlay.root.querySelector<HTMLInputElement>('[data-nga=trust-repository]');

  it('marks what came with the repository, and asks whether to trust it: all, with what comes later, each, or not now', async () => {
    const theirs = four.slice(1).map((one) => ({ ...one, origin: 'repository' as const }));
    overlay = mounted([...four.slice(0, 1), ...theirs]);
    const items = await openList();
    expect(items.map(({ textContent }) => textContent.includes('Not trusted'))).toEqual([false, true, true]);
    expect(overlay.$('.nga-body')?.textContent).toContain(
      '2 comments came with this repository. Trust them?',
    );
    overlay.button('Trust all').click();
    later()?.click();
    await expect.poll(() => later()?.checked).toBe(true);
    overlay.button('Trust all').click();
    expect(overlay.called).toEqual([
      ['adopt', uuidOf(2)],
      ['adopt', uuidOf(3)],
      ['adopt', uuidOf(2), true],
    ]);
    overlay.button('Not now').click();
    await expect.poll(() => overlay.$('[data-nga=from-repository]')).toBeNull();
  });

  it('opens the first of what came with the repository', async () => {
    const theirs = four.slice(1).map((one) => ({ ...one, origin: 'repository' as const }));
    overlay = mounted([...four.slice(0, 1), ...theirs]);
    await openList();
    overlay.button('Look at each').click();
    await expect.poll(() => overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(2) });
  });

  it('says where older closed ones are when the dev server sent only the newest', async () => {
    const closed = Array.from({ length: mostClosedSynced }, (_, n) =>
      sampleAnnotation({ id: uuidOf(n), status: 'resolved' }),
    );
    const remark = () => overlay.$('.nga-body')?.textContent ?? '';
    overlay = mounted(closed);
    await openList();
    expect(remark()).not.toContain('annotate-mcp list');
    overlay.dispatch({ type: 'panel:filter', filter: 'closed' });
    await expect.poll(remark).toContain('npx annotate-mcp list --status resolved');
    overlay.dispatch({
      type: 'annotations',
      annotations: byId(closed.slice(1)),
      unsent: new Set(),
    });
    await expect.poll(remark).not.toContain('annotate-mcp list');
  });

  it('sends the batch, and says what waits to be sent', async () => {
    const draft = sampleAnnotation({ id: uuidOf(5), status: 'draft' });
    overlay = mounted([...four, draft]);
    overlay.dispatch({
      type: 'annotations',
      annotations: byId([...four, draft]),
      unsent: new Set([uuidOf(1)]),
    });
    await openList();
    overlay.button('Send 1 to agent').click();
    expect(overlay.called).toEqual([['submitBatch']]);
    expect(overlay.root.querySelectorAll('.nga-unsent')).toHaveLength(1);
  });

  it('shows how to begin and how to connect an agent when there is nothing', async () => {
    overlay = mounted();
    await openList();
    expect(overlay.$('.nga-first')?.textContent).toContain('Alt+Shift+A');
    overlay.button('Copy').click();
    overlay.root.querySelector<HTMLElement>('.nga-command button')?.click();
    expect(overlay.called.at(-1)).toEqual([
      'copyText',
      'Work on my annotations, and keep watching for new ones.',
      'Copied. Paste it where you talk to your agent.',
    ]);
  });
});
