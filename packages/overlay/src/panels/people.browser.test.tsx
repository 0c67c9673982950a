/** Names, marks, unread, mentions and assignment as the person sees and uses them. */
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Annotation, create, pageAbilities, reply } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, uuidOf } from '@annotate-mcp/core/testing';

import type { Me } from '../state/state.ts';

import { type as typeText, loaded, type Mounted, openThread, patience, press } from './testing/mounted.tsx';

const [ada, bo] = [uuidOf(1), uuidOf(2)];
const me: Me = { id: ada, name: 'Ada Lovelace', isNamed: true, local: true, may: null };
const soon = new Date(Date.now() + 60_000);
let overlay: Mounted | null = null;

afterEach(() => {
  overlay?.unmount();
  overlay = null;
});

function written(
  n: number,
  authorId: string,
  authorName: string,
  more: Partial<Annotation> = {},
): Annotation {
  const content = { ...sampleContent('page', { id: uuidOf(n), authorId }), authorName };
  const made = create({ ...content, annotationText: `Comment ${n}` }, 'pending', soon);
  return Object.assign(made, more);
}

async function shown(annotations: readonly Annotation[], who: Partial<Me> = {}): Promise<Mounted> {
  overlay = await loaded(annotations);
  overlay.dispatch({ type: 'me', me: { ...me, ...who } });
  overlay.dispatch({ type: 'seen', seen: { since: new Date(0).toISOString(), at: new Map() } });
  return overlay;
}

function replied(annotation: Annotation, authorId: string | undefined, authorName: string): Annotation {
  const by = { type: 'person', authorId: authorId ?? '', authorName } as const;
  const after = reply(annotation, by, soon, { id: uuidOf(70 + annotation.replies.length), message: 'And?' });
  if (authorId !== undefined) return after;
  // As older releases wrote it.
  const replies = after.replies.map((one) => {
    const { authorId: id, authorName: _, ...old } = one;
    return id === '' ? old : one;
  });
  return { ...after, replies };
}

const namesIn = (panel: Element) => [...panel.querySelectorAll('.nga-who b')].map((one) => one.textContent);

describe('in a thread', () => {
  it('"You" is only the person who reads, by id and not by name', async () => {
    const thread = [
      [bo, 'Bo'],
      [ada, 'Ada Lovelace'],
      [uuidOf(3), 'Ada Lovelace'],
      [uuidOf(4), 'You'],
      [undefined, ''],
    ].reduce((one, [id, name]) => replied(one, id, name ?? ''), written(10, ada, 'Ada Lovelace'));
    const withAgent = reply(thread, sampleAgent, soon, { id: uuidOf(99), message: 'Done.' });
    const panel = await openThread(await shown([withAgent]), uuidOf(10));
    expect(namesIn(panel)).toEqual(['You', 'Bo', 'You', 'Ada Lovelace', '“You”', 'A person', 'claude-code']);
    const marks = [...panel.querySelectorAll<HTMLElement>('.nga-mark')].map((one) => one.dataset.initials);
    expect(marks).toEqual(['AL', 'B', 'AL', 'AL', 'Y', 'AP']);
  });

  it('shows the newest name of a person, also in what mentions them', async () => {
    const mention = { type: 'person', id: bo, name: 'Bo' } as const;
    const old = written(10, bo, 'Bo', { annotationText: 'Ask @Bo', mentions: [mention] });
    const newer = { ...written(11, bo, 'Boris'), createdAt: new Date(soon.getTime() + 1).toISOString() };
    const panel = await openThread(await shown([old, newer]), uuidOf(10));
    expect(namesIn(panel)).toEqual(['Boris']);
    expect(panel.querySelector('.nga-text')?.textContent).toBe('Ask @Boris');
  });

  it('offers a visitor only what the hub would do', async () => {
    const may = pageAbilities.filter((name) => name !== 'adopt');
    const visitor = { id: bo, local: false, may };
    const thread = await shown([written(10, ada, 'Ada'), written(11, bo, 'Bo')], visitor);
    await openThread(thread, uuidOf(10));
    expect(actionsIn(thread)).toEqual(['reply']);
    await openThread(thread, uuidOf(11));
    expect(actionsIn(thread)).toEqual(['reply', 'edit', 'delete']);
    thread.dispatch({ type: 'me', me: { ...me, ...visitor, may: [] } });
    expect(actionsIn(thread)).toEqual([]);
    expect(thread.$('.nga-thread-input')).toBeNull();
    thread.dispatch({ type: 'thread:close' });
    thread.dispatch({ type: 'inspect:toggle' });
    expect(thread.state().mode.name).toBe('hidden');
    expect(thread.state().notice?.text).toMatch(/may read/);
  });

  it('says quietly who else has seen what was written last', async () => {
    const thread = await shown([replied(written(10, ada, 'Ada'), bo, 'Bo')]);
    const [before, after] = [-1, 1].map((ms) => new Date(soon.getTime() + ms).toISOString());
    const people = [
      { id: bo, name: 'Bo', at: after },
      { id: uuidOf(6), name: 'Lin', at: after },
      { id: uuidOf(7), name: '<i>Grace</i>', at: after },
      { id: uuidOf(8), name: 'Kay', at: before },
      { id: ada, name: 'Ada', at: after },
    ];
    // What is of another form is passed over.
    const others = [null, { name: 'Max', at: after }, { id: uuidOf(5), name: { first: 'Eve' }, at: after }];
    vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
      const isAsked = new Request(address).url.endsWith(`/${uuidOf(10)}/seen`);
      return Response.json(isAsked ? { people: [...others, ...people] } : null);
    });
    thread.dispatch({ type: 'connection', state: 'online' });
    const panel = await openThread(thread, uuidOf(10));
    await expect.poll(() => panel.querySelector('.nga-seen')?.textContent).toBe('Seen by Lin, <i>Grace</i>');
    people.push({ id: uuidOf(9), name: 'Joan', at: after });
    thread.dispatch({ type: 'thread:seen', id: uuidOf(11), authorId: bo });
    thread.dispatch({ type: 'thread:seen', id: uuidOf(10), authorId: ada });
    expect(panel.querySelector('.nga-seen')?.textContent).not.toContain('Joan');
    thread.dispatch({ type: 'thread:seen', id: uuidOf(10), authorId: uuidOf(9) });
    await expect.poll(() => panel.querySelector('.nga-seen')?.textContent).toMatch(/Grace<\/i>, Joan$/);
    vi.restoreAllMocks();
  });

  it('says for whom it waits: the reader only if it is theirs, or if they are at the machine of the hub', async () => {
    const answered = { ...written(10, bo, 'Bo'), answeredAt: soon.toISOString() } as Annotation;
    const thread = await shown([answered], { local: false });
    const panel = await openThread(thread, uuidOf(10));
    const status = () => panel.querySelector('.nga-body > [role=status]')?.textContent;
    expect(status()).toBe('An agent answered. It waits for Bo.');
    thread.dispatch({ type: 'me', me: { ...me, local: true } });
    expect(status()).toBe('An agent answered. It waits for you.');
    thread.dispatch({ type: 'me', me: { ...me, id: bo, local: false } });
    expect(status()).toBe('An agent answered. It waits for you.');
  });

  it('assigns to a person or an agent with the keyboard', async () => {
    const thread = await shown([written(10, ada, 'Ada'), written(11, bo, 'Bo')]);
    thread.dispatch({
      type: 'agents',
      agents: [{ agentId: 'a', agentName: 'codex', waiting: true, since: soon.toISOString() }],
    });
    const panel = await openThread(thread, uuidOf(10));
    const select = panel.querySelector<HTMLSelectElement>('[data-nga=assignee] select');
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
      'Unassigned',
      'You',
      'Bo',
      'codex (agent)',
    ]);
    choose(select, 3);
    choose(select, 0);
    expect(thread.called).toEqual([
      ['assign', uuidOf(10), { type: 'agent', name: 'codex' }],
      ['assign', uuidOf(10), null],
    ]);
  });
});

describe('the name', () => {
  it('is asked for where a team writes its first comment', async () => {
    const page = await shown([], { isNamed: false, name: null, local: false });
    page.dispatch({ type: 'compose:open', target: { kind: 'page' } });
    await expect.poll(() => page.$('[data-nga=name-line]')?.textContent).toBe('Your name');
  });

  it('is asked for behind the plus sign where it is known, until it is chosen', async () => {
    const page = await shown([], { isNamed: false });
    page.dispatch({ type: 'compose:open', target: { kind: 'page' } });
    await expect.poll(() => page.$('.nga-more')).not.toBeNull();
    expect(page.$('[data-nga=name-line]')).toBeNull();
    page.$('.nga-more')?.click();
    const line = await vi.waitFor(() => {
      const found = page.$('[data-nga=name-line]');
      if (!found) throw new Error('The name is not asked for.');
      return found;
    }, patience);
    expect(line.textContent).toBe('You write as');
    const input = page.$('[data-nga=name]') as HTMLInputElement;
    expect(input.value).toBe('Ada Lovelace');
    input.value = 'Countess';
    input.dispatchEvent(new Event('change', { bubbles: true }));
    expect(page.called).toEqual([['rename', 'Countess']]);
    page.dispatch({ type: 'me', me });
    expect(page.$('[data-nga=name-line]')).toBeNull();
  });
});

describe('the list and the badges', () => {
  it('say who wrote as soon as there are two, and filter by author and assignee', async () => {
    const mine = written(10, ada, 'Ada');
    const theirs = written(11, bo, 'Bo', { assignee: { type: 'agent', name: 'codex' } });
    const page = await shown([mine]);
    page.dispatch({ type: 'panel:toggle' });
    expect(page.$('[data-nga=author]')).toBeNull();
    page.dispatch({
      type: 'annotations',
      annotations: new Map([mine, theirs].map((one) => [one.id, one])),
      unsent: new Set(),
    });
    page.dispatch({ type: 'panel:tab', tab: 'all' });
    page.place([{ id: uuidOf(11), x: 50, y: 50, offscreen: false }]);
    expect(page.$('.nga-badge .nga-mark')?.dataset.initials).toBe('B');
    expect(page.$('.nga-badge')?.ariaLabel).toMatch(/^Unread\. .*, by Bo: Comment 11$/);
    expect(textsIn(page, '[data-nga=author]').sort()).toEqual(['Bo', 'You']);
    const [by, to] = page.root.querySelectorAll<HTMLSelectElement>('.nga-tools--people select');
    choose(
      by,
      [...(by?.options ?? [])].findIndex(({ text }) => text === 'By Bo'),
    );
    await expect.poll(() => textsIn(page, '[data-nga=note]')).toEqual(['Comment 11']);
    choose(to, 1);
    await expect.poll(() => textsIn(page, '[data-nga=note]')).toEqual([]);
  });

  it('count what is unread, until it was seen', async () => {
    const page = await shown([written(10, ada, 'Ada'), written(11, bo, 'Bo')]);
    expect(page.$('.nga-unread')?.textContent).toBe('1');
    expect(page.$('.nga-launcher')?.ariaLabel).toContain('1 unread');
    const at = new Map([[uuidOf(11), soon.toISOString()]]);
    page.dispatch({ type: 'seen', seen: { since: new Date(0).toISOString(), at } });
    expect(page.$('.nga-unread')).toBeNull();
  });
});

describe('an @ in a text', () => {
  async function typing(): Promise<{ page: Mounted; field: HTMLTextAreaElement }> {
    const page = await shown([written(10, ada, 'Ada'), written(11, bo, 'Bo'), written(12, uuidOf(5), 'Bea')]);
    await openThread(page, uuidOf(10));
    const field = page.field('.nga-thread-input');
    field.focus();
    typeText(field, 'Ask @b');
    await expect.poll(() => textsIn(page, '[role=option]')).toEqual(['Bo', 'Bea']);
    return { page, field: page.field('.nga-thread-input') };
  }

  it('offers who is called so, and arrow keys and Enter choose', async () => {
    const { page, field } = await typing();
    expect(field.getAttribute('aria-controls')).toBe(page.$('[role=listbox]')?.id);
    press(field, 'ArrowDown');
    await expect.poll(() => selected(page)).toBe('Bea');
    expect(page.root.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
      'Bea',
    );
    press(field, 'Enter');
    await expect.poll(() => page.state().kept.get(uuidOf(10))).toBe('Ask @Bea ');
    expect(page.$('[role=listbox]')).toBeNull();
    expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  });

  it('is left as it is by Escape, which closes the list only', async () => {
    const { page, field } = await typing();
    press(field, 'Escape', { code: 'Escape' });
    await expect.poll(() => page.$('[role=listbox]')).toBeNull();
    expect(page.state().mode.name).toBe('thread');
    expect(page.state().kept.get(uuidOf(10))).toBe('Ask @b');
  });

  it('is completed by a click, and the field keeps the focus', async () => {
    const { page, field } = await typing();
    page.$('[role=option]')?.click();
    await expect.poll(() => page.state().kept.get(uuidOf(10))).toBe('Ask @Bo ');
    expect(page.root.activeElement).toBe(field);
  });
});

function choose(select: HTMLSelectElement | null | undefined, at: number): void {
  if (!select) throw new Error('There is no such list.');
  select.selectedIndex = at;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function textsIn({ root }: Mounted, selector: string): string[] {
  return [...root.querySelectorAll(selector)].map((one) => one.textContent.trim());
}

function selected(page: Mounted): string | undefined {
  return page.$('[role=option][aria-selected=true]')?.textContent;
}

function actionsIn({ root }: Mounted): (string | undefined)[] {
  const buttons = root.querySelectorAll<HTMLElement>('.nga-thread-foot button[data-nga]');
  return [...buttons].map((one) => one.dataset.nga);
}
