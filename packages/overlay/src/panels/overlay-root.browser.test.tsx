import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { acknowledge, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { addCard, byId, loaded, mounted, type Mounted, openThread, picked } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(() => {
  card = addCard();
});

afterEach(() => {
  overlay.unmount();
  card.remove();
  document.documentElement.dir = '';
  vi.unstubAllGlobals();
});

function settingNamed(name: string): HTMLInputElement | null {
  const labels = [...overlay.root.querySelectorAll('.nga-settings label')];
  return labels.find(({ textContent }) => textContent.startsWith(name))?.querySelector('input') ?? null;
}

/** Returns how often the person was asked. A test cannot answer the browser's own question. */
function playPermission(answer: NotificationPermission): string[] {
  const asked: string[] = [];
  const requestPermission = async () => {
    asked.push('asked');
    return answer;
  };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  return asked;
}

it('names its mode and uses no style element', () => {
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
  expect(style.display).toBe('grid');
  expect(style.color).not.toBe('rgb(255, 0, 0)');
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hostile);
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
    await expect.poll(() => overlay.$('.nga-bar')).not.toBeNull();
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

  it('asks the browser for notifications only when the person turns them on', async () => {
    const asked = playPermission('granted');
    overlay = mounted();
    overlay.$('.nga-launcher')?.click();
    await expect.poll(() => overlay.$('.nga-bar')).not.toBeNull();
    overlay.button('Settings').click();
    await expect.poll(() => settingNamed('Desktop notifications')).not.toBeNull();
    expect(asked).toEqual([]);
    settingNamed('Desktop notifications')?.click();
    await expect.poll(() => overlay.state().settings.notifications).toBe(true);
    expect(asked).toEqual(['asked']);
    playPermission('denied');
    overlay.dispatch({ type: 'setting:notifications', on: false });
    settingNamed('Desktop notifications')?.click();
    await expect.poll(() => overlay.$('.nga-settings')?.textContent).toContain('Your browser blocks');
    expect(overlay.state().settings.notifications).toBe(false);
  });

  it('turns the stop hook of agents off, where the dev server lets the person decide it', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
      sent.push([address, body]);
      return Response.json(body === undefined ? { on: true } : JSON.parse(body));
    });
    overlay = mounted();
    overlay.$('.nga-launcher')?.click();
    await expect.poll(() => overlay.$('.nga-bar')).not.toBeNull();
    overlay.button('Settings').click();
    await expect.poll(() => settingNamed('Agent goes on')?.checked).toBe(true);
    settingNamed('Agent goes on')?.click();
    await expect.poll(() => settingNamed('Agent goes on')?.checked).toBe(false);
    expect(sent).toEqual([
      ['/__annotate/api/stop-hook', undefined],
      ['/__annotate/api/stop-hook', '{"on":false}'],
    ]);
  });

  it('is dragged to the nearest corner, and a drag is no click', () => {
    overlay = mounted();
    const launcher = overlay.button('Annotate');
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
  const panel = await openThread(overlay, uuidOf(1));
  await expect.poll(() => panel.querySelector('.nga-md:not(.nga-text)')).not.toBeNull();
  expect(overlay.root.querySelector('script, img')).toBeNull();
  expect(panel.querySelector('.nga-reply')?.textContent).toContain(evil);
  overlay.dispatch({
    type: 'compose:open',
    target: { kind: 'picked', picked: [picked(card, evil, { [evil]: evil })], selectionText: evil },
  });
  expect(overlay.root.querySelector('script, img')).toBeNull();
  expect(overlay.$('.nga-panel h2')?.textContent).toBe(evil);
  expect('hacked' in window).toBe(false);
});

it('tells what went wrong before the panels are there, until the person closes it', async () => {
  overlay = mounted();
  overlay.dispatch({ type: 'notice', notice: { id: 1, tone: 'problem', text: 'The dev server is gone.' } });
  const told = overlay.$('[role=alert]');
  expect(told?.textContent).toBe('The dev server is gone.');
  told?.querySelector('button')?.click();
  await expect.poll(() => overlay.$('[role=alert]')).toBeNull();
});

it('tells screen readers what an agent did', async () => {
  const pending = sampleAnnotation({ id: uuidOf(1) });
  overlay = await loaded([pending]);
  // The last one: what an agent asks is told by another.
  const live = () => overlay.$('.nga-root > .nga-unseen[role=status]:last-child')?.textContent;
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
    const panel = await openThread(overlay, uuidOf(1));
    for (const part of [panel, overlay.$('.nga-list'), overlay.$('.nga-bar')]) {
      if (!part) throw new Error('A part is missing.');
      const box = part.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(innerWidth + 1);
      for (const inner of part.querySelectorAll('.nga-body'))
        expect(inner.scrollWidth).toBeLessThanOrEqual(inner.clientWidth);
    }
  });

it('ends a sentence of its own with its full stop in a right-to-left page', async () => {
  document.documentElement.dir = 'rtl';
  overlay = mounted([sampleAnnotation({ id: uuidOf(1) })]);
  const panel = await openThread(overlay, uuidOf(1));
  const words = panel.querySelector('p[role=status]')?.firstChild;
  if (!(words instanceof Text)) throw new Error('The thread says nothing.');
  expect(words.data).toBe('Waiting for an agent.');
  expect(leftOf(words, words.length - 1)).toBeGreaterThan(leftOf(words, 0));
});

function leftOf(text: Text, at: number): number {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect().left;
}

it('the overlay has no animations when the person prefers reduced motion', async () => {
  overlay = await loaded();
  const rules = overlay.root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
  const moving = rules.filter((rule) => /(animation|transition)\s*:(?! initial)/.test(rule.cssText));
  expect(moving.length).toBeGreaterThan(0);
  const welcome = moving.map((rule) => rule instanceof CSSMediaRule && rule.conditionText);
  expect(new Set(welcome)).toEqual(new Set(['(prefers-reduced-motion: no-preference)']));
});

it('a notice goes by itself also where it appears under the pointer, and stays when that is moved onto it', async () => {
  overlay = await loaded([]);
  const [started, ended] = [vi.spyOn(window, 'setTimeout'), vi.spyOn(window, 'clearTimeout')];
  const timers = () => started.mock.results.filter((_, n) => started.mock.calls[n]?.[1] === 5_000);
  overlay.dispatch({ type: 'notice', notice: { id: 5, tone: 'success', text: 'Sent.' } });
  await expect.poll(() => timers().length).toBe(1);
  const notice = overlay.$('.nga-notice');
  notice?.dispatchEvent(new PointerEvent('pointerenter'));
  await new Promise(requestAnimationFrame);
  const timer: unknown = timers()[0]?.value;
  expect(ended.mock.calls.flat()).not.toContain(timer);
  notice?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  await expect.poll(() => ended.mock.calls.flat()).toContain(timer);
  notice?.dispatchEvent(new PointerEvent('pointerleave'));
  await expect.poll(() => timers().length).toBe(2);
  vi.restoreAllMocks();
});
