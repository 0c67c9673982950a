import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { acknowledge, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { byId, mounted, type Mounted, picked, press, type } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(() => {
  card = document.createElement('button');
  card.textContent = 'card';
  document.body.append(card);
});

afterEach(() => {
  overlay.unmount();
  card.remove();
  document.documentElement.dir = '';
});

function compose(...actions: Parameters<Mounted['dispatch']>[0][]): HTMLTextAreaElement {
  overlay.dispatch({ type: 'compose:open', subject: { kind: 'picked', picked: [picked(card)] } });
  for (const action of actions) overlay.dispatch(action);
  const field = overlay.$<HTMLTextAreaElement>('.nga-textarea');
  if (!field) throw new Error('No composer.');
  return field;
}

async function openThread(id: string): Promise<HTMLElement> {
  overlay.dispatch({ type: 'thread:open', id });
  return await vi.waitFor(() => {
    const panel = overlay.$('.nga-thread-panel');
    if (!panel) throw new Error('No thread.');
    return panel;
  });
}

it('names its mode and uses no style element and no style attribute in markup', () => {
  overlay = mounted([sampleAnnotation()]);
  overlay.dispatch({ type: 'inspect:toggle' });
  expect(overlay.$('.nga-root')?.dataset.mode).toBe('inspect');
  expect(overlay.root.querySelector('style')).toBeNull();
});

it('takes no pointer away from the page except on its own controls', () => {
  overlay = mounted();
  expect(getComputedStyle(overlay.host).pointerEvents).toBe('none');
  const box = card.getBoundingClientRect();
  expect(document.elementFromPoint(box.x + 2, box.y + 2)).toBe(card);
});

it('does not let the page style it', () => {
  const hostile = new CSSStyleSheet();
  hostile.replaceSync(
    '* { display: none !important; font-size: 40px !important; color: red !important; opacity: 0 }',
  );
  document.adoptedStyleSheets.push(hostile);
  overlay = mounted();
  const style = getComputedStyle(overlay.$('.nga-launcher') ?? document.body);
  expect([getComputedStyle(overlay.host).display, getComputedStyle(overlay.host).opacity]).toEqual([
    'block',
    '1',
  ]);
  expect([style.display, style.color]).not.toContain('rgb(255, 0, 0)');
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hostile);
});

describe('the composer', () => {
  it('has the focus while it is open and gives it back to the page', () => {
    overlay = mounted();
    card.focus();
    const field = compose();
    expect(overlay.root.activeElement).toBe(field);
    overlay.dispatch({ type: 'escape' });
    expect(document.activeElement).toBe(card);
  });

  for (const modifier of ['shiftKey', 'ctrlKey', 'metaKey'] as const)
    it(`sends with Enter and ${modifier}`, () => {
      overlay = mounted();
      const field = compose({ type: 'compose:text', text: 'bold' });
      expect(press(field, 'Enter', { [modifier]: true }).defaultPrevented).toBe(true);
      expect(overlay.called).toEqual([['send', 'now']]);
    });

  it('sends nothing that is blank, and keeps a plain Enter for a new line', () => {
    overlay = mounted();
    const field = compose({ type: 'compose:text', text: '  ' });
    press(field, 'Enter', { ctrlKey: true });
    expect(press(field, 'Enter').defaultPrevented).toBe(false);
    expect(overlay.called).toEqual([]);
    expect(overlay.button('Send to agent').disabled).toBe(true);
  });

  it('adds to the batch', () => {
    overlay = mounted();
    compose({ type: 'compose:text', text: 'bold' });
    overlay.button('Add to batch').click();
    expect(overlay.called).toEqual([['send', 'batch']]);
  });

  it('shows five inputs at most and how many more there are', () => {
    overlay = mounted();
    const inputs = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`input${n}`, n]));
    overlay.dispatch({
      type: 'compose:open',
      subject: { kind: 'picked', picked: [picked(card, 'Card', inputs)] },
    });
    expect(overlay.root.querySelectorAll('.nga-input-chip')).toHaveLength(5);
    expect(overlay.$('.nga-chips')?.textContent).toMatch(/\+2$/);
  });

  it('shows where it is: the tree, and the file that a click copies', () => {
    overlay = mounted();
    compose();
    expect(overlay.$('.nga-tree-path')?.textContent).toBe('App › Shop › CardComponent');
    overlay.$('.nga-path')?.click();
    expect(overlay.called).toEqual([['copyText', 'src/app/card.html:12', 'Copied src/app/card.html:12']]);
  });

  it('grows with its text up to a limit', () => {
    overlay = mounted();
    const field = compose();
    const small = field.offsetHeight;
    type(field, 'line\n'.repeat(8));
    expect(field.offsetHeight).toBeGreaterThan(small);
    type(field, 'line\n'.repeat(80));
    expect(field.offsetHeight).toBe(220);
    type(field, '');
    expect(field.offsetHeight).toBe(small);
  });

  it('lists what it is about when that is several things', () => {
    overlay = mounted();
    overlay.dispatch({
      type: 'compose:open',
      subject: { kind: 'picked', picked: [picked(card, 'A'), picked(card, 'B')] },
    });
    expect([...overlay.root.querySelectorAll('.nga-targets li > b')].map((li) => li.textContent)).toEqual([
      'A',
      'B',
    ]);
  });

  it('says why it could not be sent', () => {
    overlay = mounted();
    compose({ type: 'compose:failed', problem: 'Too large. Send it without the picture.' });
    expect(overlay.$('.nga-panel [role=alert]')?.textContent).toBe('Too large. Send it without the picture.');
  });

  it('keeps what is typed from the app, whose handlers hear nothing of it', () => {
    overlay = mounted();
    const field = compose();
    const heard = vi.fn();
    for (const name of ['keydown', 'input', 'paste']) document.addEventListener(name, heard);
    press(field, 'j');
    type(field, 'j');
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true }));
    for (const name of ['keydown', 'input', 'paste']) document.removeEventListener(name, heard);
    expect(heard).not.toHaveBeenCalled();
    expect(overlay.state().mode).toMatchObject({ compose: { text: 'j' } });
  });
});

describe('a thread', () => {
  const id = uuidOf(1);
  const done = {
    ...sampleAnnotation({ id, status: 'resolved' }),
    replies: [
      {
        id: uuidOf(2),
        author: 'agent',
        agentName: 'claude-code',
        createdAt: new Date().toISOString(),
        message: 'Done in **src/app/card.ts:12**',
      },
      { id: uuidOf(3), author: 'user', createdAt: new Date().toISOString(), message: 'Thanks' },
    ],
  } as const;

  it('shows the request, the status and the replies with who said them', async () => {
    overlay = mounted([{ ...done, replies: [...done.replies] }]);
    const panel = await openThread(id);
    expect(panel.querySelector('.nga-status--resolved')?.textContent).toBe('Resolved');
    expect(panel.querySelector('.nga-thread-request')?.textContent).toContain('Make the price bold');
    expect(panel.querySelector('.nga-reply--agent')?.textContent).toContain('claude-codenow');
    expect(panel.querySelector('.nga-reply--user')?.textContent).toContain('Thanks');
    await expect
      .poll(() => panel.querySelector('.nga-reply strong .nga-file')?.textContent, { timeout: 10_000 })
      .toBe('src/app/card.ts:12');
  });

  it('is accepted, or re-opened with what was written', async () => {
    overlay = mounted([{ ...done, replies: [] }]);
    const panel = await openThread(id);
    overlay.button('Accept').click();
    overlay.button('Re-open').click();
    type(panel.querySelector('textarea') as HTMLTextAreaElement, ' still thin ');
    overlay.button('Re-open').click();
    expect(overlay.called).toEqual([
      ['accept', id],
      ['reopen', id],
      ['reopen', id, 'still thin'],
    ]);
    expect(overlay.state().kept.size).toBe(0);
  });

  it('deletes on the second click, and forgets the first after three seconds', async () => {
    overlay = mounted([{ ...done, replies: [] }]);
    await openThread(id);
    vi.useFakeTimers();
    try {
      overlay.button('Delete').click();
      await vi.advanceTimersByTimeAsync(50);
      expect(overlay.button('Delete').textContent).toBe('Delete? Click again');
      await vi.advanceTimersByTimeAsync(3000);
      expect(overlay.button('Delete').textContent).toBe('Delete');
      overlay.button('Delete').click();
      await vi.advanceTimersByTimeAsync(50);
      expect(overlay.called).toEqual([]);
      overlay.button('Delete').click();
      expect(overlay.called).toEqual([['remove', id]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('replies with Ctrl+Enter and empties the field', async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'acknowledged' })]);
    const panel = await openThread(id);
    const field = panel.querySelector('.nga-thread-input') as HTMLTextAreaElement;
    type(field, 'only on sale');
    press(field, 'Enter', { ctrlKey: true });
    expect(overlay.called).toEqual([['reply', id, 'only on sale']]);
    expect(field.value).toBe('');
    expect(panel.textContent).toContain('claude-code is on it.');
    overlay.button('Send again').click();
    overlay.button('Take back').click();
    expect(overlay.called.slice(1)).toEqual([
      ['release', id],
      ['remove', id],
    ]);
  });

  it('edits a waiting one', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    const panel = await openThread(id);
    overlay.button('Edit').click();
    const field = await vi.waitFor(() => {
      const found = panel.querySelector<HTMLTextAreaElement>('.nga-thread-request textarea');
      if (!found) throw new Error('No editor.');
      return found;
    });
    expect(overlay.root.activeElement).toBe(field);
    type(field, 'Make it red');
    await expect.poll(() => field.value).toBe('Make it red');
    press(field, 'Enter', { metaKey: true });
    expect(overlay.called).toEqual([['edit', id, 'Make it red']]);
  });

  it('sends the batch from a draft', async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'draft' })]);
    await openThread(id);
    expect(overlay.$('.nga-thread-input')).toBeNull();
    overlay.button('Send 1 to agent').click();
    expect(overlay.called).toEqual([['submitBatch']]);
  });

  it('says where a lost element was and lets one point at it again', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    overlay.dispatch({ type: 'lost', ids: new Set([id]) });
    const panel = await openThread(id);
    expect(panel.textContent).toContain(
      'The element is gone. It was PriceTagComponent in src/app/price-tag.component.html:3 on /cart.',
    );
    overlay.button('Point at it again').click();
    expect(overlay.called).toEqual([['relink', id]]);
  });
});

describe('badges', () => {
  const at = (n: number, x: number) => ({ id: uuidOf(n), x, y: 50, offscreen: n === 2 });

  it('have the class and the colour of their status, and open the thread', () => {
    overlay = mounted([sampleAnnotation({ id: uuidOf(1) })]);
    overlay.place([at(1, 50)]);
    const badge = overlay.$('.nga-badge--pending');
    expect(getComputedStyle(badge ?? document.body).backgroundColor).toBe('rgb(59, 130, 246)');
    expect(badge?.getAttribute('aria-label')).toBe('Waiting: Make the price bold');
    badge?.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(1) });
  });

  it('stack, and the arrow keys choose among them', async () => {
    overlay = mounted([1, 2].map((n) => sampleAnnotation({ id: uuidOf(n), annotationText: `text ${n}` })));
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

  it('dim while their element is out of sight, and can be switched off', () => {
    overlay = mounted([sampleAnnotation({ id: uuidOf(2) })]);
    overlay.place([at(2, 50)]);
    expect(overlay.$('.nga-badge')?.hasAttribute('data-offscreen')).toBe(true);
    overlay.dispatch({ type: 'setting:markers', hidden: true });
    expect(overlay.$('.nga-badge')).toBeNull();
  });

  it('fold away when the person has accepted', () => {
    overlay = mounted([
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

describe('the list', () => {
  const four = [1, 2, 3].map((n) =>
    sampleAnnotation({ id: uuidOf(n), annotationText: `text ${n}`, at: new Date(Date.now() - n * 1000) }),
  );

  async function openList(): Promise<HTMLElement[]> {
    overlay.dispatch({ type: 'panel:toggle' });
    await vi.waitFor(() => {
      if (!overlay.$('.nga-list')) throw new Error('No list.');
    });
    return [...overlay.root.querySelectorAll<HTMLElement>('.nga-item')];
  }

  it('is walked with the arrow keys, with one stop for Tab', async () => {
    overlay = mounted(four);
    const items = await openList();
    expect(items.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    items[0]?.focus();
    press(items[0] as HTMLElement, 'ArrowDown');
    expect(overlay.root.activeElement).toBe(items[1]);
    expect(overlay.state().panel?.selected).toBe(uuidOf(2));
    press(items[1] as HTMLElement, 'End');
    expect(overlay.root.activeElement).toBe(items[2]);
    items[2]?.click();
    expect(overlay.state().mode).toMatchObject({ name: 'thread', id: uuidOf(3) });
  });

  it('counts for each tab, and the arrow keys change the tab', async () => {
    overlay = mounted([
      ...four,
      sampleAnnotation({ id: uuidOf(9), pageUrl: 'http://localhost:4200/other', at: new Date(0) }),
    ]);
    await openList();
    const tabs = [...overlay.root.querySelectorAll<HTMLElement>('[role=tab]')];
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['This page (3)', 'All pages (4)']);
    press(tabs[0] as HTMLElement, 'ArrowRight');
    expect(overlay.state().panel?.tab).toBe('all');
    await expect
      .poll(() => [...overlay.root.querySelectorAll('h3')].map((h3) => h3.textContent))
      .toEqual(['/cart', '/other']);
  });

  it('sends the batch, and says what is not sent yet', async () => {
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
      'npx annotate-mcp init',
      'Copied. Run it in a terminal.',
    ]);
  });
});

describe('the launcher', () => {
  it('says in words how many are open and who listens', () => {
    overlay = mounted([sampleAnnotation()]);
    expect(overlay.$('.nga-launcher')?.getAttribute('aria-label')).toBe(
      'Annotate: 1 open item. No agent is listening: your comments wait',
    );
  });

  it('opens its bar with everything in it', async () => {
    overlay = mounted();
    overlay.$('.nga-launcher')?.click();
    const labels = [...overlay.root.querySelectorAll('.nga-bar button')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(labels).toEqual([
      'Inspect (Alt+Shift+A)',
      'Freeze the page (Alt+Shift+F)',
      'Batch (0)',
      'List (Alt+Shift+P)',
      'Copy as Markdown (Alt+Shift+E)',
      'Settings',
    ]);
    overlay.button('Freeze').click();
    expect(overlay.called).toEqual([['toggleFreeze']]);
    overlay.button('Settings').click();
    await expect.poll(() => overlay.$('.nga-settings')?.textContent).toContain('Badges on the page');
  });

  it('is dragged to the nearest corner, and a drag is no click', () => {
    overlay = mounted();
    const launcher = overlay.$('.nga-launcher') as HTMLElement;
    const at = (name: string, x: number, y: number) =>
      launcher.dispatchEvent(new PointerEvent(name, { clientX: x, clientY: y, button: 0, bubbles: true }));
    at('pointerdown', innerWidth - 30, innerHeight - 30);
    at('pointermove', 40, 40);
    at('pointerup', 40, 40);
    launcher.click();
    expect(overlay.state().settings.corner).toBe('top-left');
    expect(overlay.state().bar).toBe(false);
  });
});

it('shows a script in any text as text', async () => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const annotation = {
    ...sampleAnnotation({ id: uuidOf(1), annotationText: evil, pageUrl: `http://localhost:4200/cart` }),
    replies: [
      {
        id: uuidOf(2),
        author: 'agent' as const,
        agentName: evil,
        createdAt: new Date().toISOString(),
        message: evil,
      },
    ],
    selectionText: evil,
    pageTitle: evil,
    componentName: evil,
    componentTreePath: [evil],
  };
  overlay = mounted([annotation]);
  overlay.place([{ id: uuidOf(1), x: 40, y: 40, offscreen: false }]);
  overlay.dispatch({ type: 'panel:toggle' });
  overlay.dispatch({ type: 'notice', notice: { id: 1, tone: 'info', text: evil } });
  const panel = await openThread(uuidOf(1));
  await expect.poll(() => panel.querySelector('.nga-md:not(.nga-text)')).not.toBeNull();
  expect(overlay.root.querySelector('script, img')).toBeNull();
  expect(panel.querySelector('.nga-reply')?.textContent).toContain(evil);
  overlay.dispatch({
    type: 'compose:open',
    subject: { kind: 'picked', picked: [picked(card, evil, { [evil]: evil })], selectionText: evil },
  });
  expect(overlay.root.querySelector('script, img')).toBeNull();
  expect(overlay.$('.nga-panel h2')?.textContent).toBe(evil);
  expect('hacked' in window).toBe(false);
});

it('tells screen readers what an agent did', async () => {
  const pending = sampleAnnotation({ id: uuidOf(1) });
  overlay = mounted([pending]);
  const live = () => overlay.$('.nga-unseen[role=status]')?.textContent;
  expect(live()).toBe('');
  const taken = acknowledge(pending, sampleAgent, new Date());
  overlay.dispatch({ type: 'annotations', annotations: byId([taken]), unsent: new Set() });
  await expect.poll(live).toBe('claude-code is on it: Make the price bold');
  const resolved = resolve(taken, sampleAgent, new Date(), { id: uuidOf(7), message: 'Done' });
  overlay.dispatch({ type: 'annotations', annotations: byId([resolved]), unsent: new Set() });
  await expect.poll(live).toBe('Resolved: Make the price bold');
});

for (const dir of ['ltr', 'rtl'])
  it(`nothing sticks out of the screen or of its panel in ${dir}`, async () => {
    document.documentElement.dir = dir;
    const text = 'averyveryverylongwordthathasnospaceinit'.repeat(4);
    overlay = mounted([sampleAnnotation({ id: uuidOf(1), annotationText: text })]);
    overlay.dispatch({ type: 'panel:toggle' });
    overlay.dispatch({ type: 'bar:toggle' });
    const panel = await openThread(uuidOf(1));
    for (const part of [panel, overlay.$('.nga-list'), overlay.$('.nga-bar')]) {
      if (!part) throw new Error('A part is missing.');
      const box = part.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(innerWidth + 1);
      for (const inner of part.querySelectorAll('.nga-body'))
        expect(inner.scrollWidth).toBeLessThanOrEqual(inner.clientWidth);
    }
  });

it('moves only where motion is welcome', () => {
  overlay = mounted();
  const rules = overlay.root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
  const moving = rules.filter((rule) => /(animation|transition)\s*:(?! initial)/.test(rule.cssText));
  expect(moving.length).toBeGreaterThan(0);
  const welcome = moving.map((rule) => rule instanceof CSSMediaRule && rule.conditionText);
  expect(new Set(welcome)).toEqual(new Set(['(prefers-reduced-motion: no-preference)']));
});
