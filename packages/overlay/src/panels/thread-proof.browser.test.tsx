import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Annotation, Proof, ProofAfter, Verdict } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { mounted, type Mounted, openThread } from './testing/mounted.tsx';

const id = uuidOf(1);
let overlay: Mounted;

afterEach(() => {
  overlay.unmount();
  vi.restoreAllMocks();
});

const before = { takenAt: '2026-11-15T09:30:00.000Z', record: 'a.json', picture: 'before.webp' };
const after: ProofAfter = {
  takenAt: '2026-11-15T09:40:00.000Z',
  record: 'b.json',
  picture: 'after.webp',
  verdict: 'changed',
  changes: [
    { what: 'text', before: 'Sign in', after: 'Log in' },
    { what: 'style', name: 'padding-left', before: '12px', after: '16px', on: 'h2 "Tea"' },
    { what: 'attribute', name: 'href', after: '/login' },
    { what: 'moved', before: '2 of 3', after: '1 of 3' },
    { what: 'removed', on: 'p "Old"' },
  ],
  outside: {
    count: 3,
    pushed: 2,
    examples: [
      { name: 'button "Other"', what: 'style', path: '#other' },
      { name: 'p "Gone"', what: 'removed' },
    ],
  },
};

/** The thread of an annotation that was resolved `secondsAgo`. */
async function show(proof: Proof | undefined, secondsAgo = 120): Promise<HTMLElement> {
  const resolvedAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
  const annotation = {
    ...sampleAnnotation({ id, status: 'resolved' }),
    resolvedAt,
    ...(proof !== undefined && { proof }),
  } as Annotation;
  overlay = mounted([annotation]);
  return openThread(overlay, id);
}

function servePictures(): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const canvas = new OffscreenCanvas(80, 40);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 80, 40);
    context.fillStyle = 'red';
    if (typeof address === 'string' && address.includes('after')) context.fillRect(8, 8, 16, 16);
    return new Response(await canvas.convertToBlob({ type: 'image/webp' }));
  });
}

describe('before and after in a thread', () => {
  it('lists what changed, what else did, and what was only pushed', async () => {
    servePictures();
    const panel = await show({ before, after });
    const lines = [...panel.querySelectorAll('[aria-label="What changed"] li')].map((li) => li.textContent);
    expect(lines).toEqual([
      'text “Sign in” → “Log in”',
      'h2 "Tea": padding-left 12px → 16px',
      'href none → “/login”',
      'moved from 2 of 3 to 1 of 3',
      'p "Old" removed',
    ]);
    expect(panel.querySelector('.nga-proof-outside')?.textContent).toBe(
      'Also changed: 3 elements outsidebutton "Other" (style)p "Gone" (removed)and 1 more',
    );
    expect(panel.textContent).toContain('2 elements only moved because of it.');
  });

  it('points an element out on the page when the pointer or the focus is on its name', async () => {
    servePictures();
    const other = document.createElement('button');
    other.id = 'other';
    document.body.append(other);
    const panel = await show({ before, after });
    panel.querySelector<HTMLElement>('.nga-proof-outside button')?.focus();
    await expect.poll(() => overlay.$('[data-nga=pulse]')).not.toBeNull();
    other.remove();
  });

  it('compares the pictures with a slider that keys move, and outlines what differs', async () => {
    servePictures();
    const panel = await show({ before, after });
    await expect.poll(() => panel.querySelector('input[type=range]')).not.toBeNull();
    const slider = panel.querySelector<HTMLInputElement>('input[type=range]');
    if (slider === null) throw new Error('There is no slider.');
    slider.value = '20';
    slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('20 % before, 80 % after');
    overlay.button('Difference').click();
    await expect.poll(() => panel.querySelectorAll('.nga-proof-mark').length).toBe(1);
    const mark = panel.querySelector<HTMLElement>('.nga-proof-mark');
    expect(mark?.style.cssText).toBe('left: 10%; top: 20%; width: 20%; height: 40%;');
  });

  it.each<[string, Proof | undefined, number, string]>([
    ['nothing was seen before', undefined, 120, 'No picture from before'],
    ['the change is on its way', { before }, 5, 'Waiting for the change to show on the page'],
    ['no page has shown it for a minute', { before }, 120, 'Not seen yet'],
    [
      'nothing changed',
      {
        before,
        after: {
          ...after,
          verdict: 'unchanged',
          changes: [],
          outside: { count: 0, pushed: 0, examples: [] },
        },
      },
      120,
      'Nothing changed on this page.',
    ],
    [
      'only something else changed',
      { before, after: { ...after, verdict: 'unchanged', changes: [] } },
      120,
      'The element has not changed, something else has.',
    ],
    ['it is gone', { before, after: { ...after, verdict: 'gone' } }, 120, 'Removed from the page.'],
    ['it cannot be told', { before, after: { ...after, verdict: 'unclear' } }, 120, 'Not clear'],
  ])('says so when %s', async (_, proof, secondsAgo, words) => {
    servePictures();
    const panel = await show(proof, secondsAgo);
    expect(panel.querySelector('[data-nga=proof]')?.textContent).toContain(words);
  });

  it('shows what broke the page and where, and nothing to keep or compare', async () => {
    servePictures();
    const failure = { kind: 'overlay', message: 'Unexpected token', file: 'src/App.tsx', line: 3 } as const;
    const panel = await show({ before, after: { ...after, verdict: 'broken', changes: [], failure } });
    expect(panel.querySelector('.nga-proof-verdict--broken')?.textContent).toContain('The page is broken.');
    expect(panel.querySelector('.nga-proof-failure')?.textContent).toBe('Unexpected tokensrc/App.tsx:3');
    expect(panel.querySelector('.nga-proof-pictures')).toBeNull();
    expect(panel.querySelector('[data-nga=keep]')).toBeNull();
    expect(panel.querySelector('[data-nga=accept]')).toBeNull();
  });

  it('says nothing of a change that is not seen yet once the person has accepted it', async () => {
    const resolved = sampleAnnotation({ id, status: 'resolved' });
    overlay = mounted([{ ...resolved, acceptedAt: before.takenAt, proof: { before } } as Annotation]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('[data-nga=proof]')).toBeNull();
  });

  it.each<[Verdict | null, string, string, string]>([
    ['changed', 'Resolved', 'accept', 'resolved'],
    ['gone', 'Removed', 'accept', 'removed'],
    ['beside', 'Resolved', 'accept', 'resolved'],
    ['inactive', 'Resolved', 'accept', 'resolved'],
    [null, 'Not seen yet', 'accept', 'unseen'],
    ['unclear', 'Not seen yet', 'accept', 'unseen'],
    ['unchanged', 'Not seen on the page', 'reopen', 'missing'],
    ['broken', 'Page broken', 'reopen', 'broken'],
  ])('decides word, sign and main button: %s', async (verdict, word, primary, sign) => {
    servePictures();
    const panel = await show({ before, ...(verdict !== null && { after: { ...after, verdict } }) });
    overlay.place([{ id, x: 40, y: 40, offscreen: false }]);
    // The verdict is below the chip, and the title beside it.
    expect(panel.querySelector('.nga-status')?.textContent).toBe(sign === 'missing' ? 'Not seen' : word);
    expect(panel.querySelector('.nga-actions .nga-btn-primary')?.getAttribute('data-nga')).toBe(primary);
    expect(overlay.$(`.nga-badge--${sign}`)?.ariaLabel).toMatch(new RegExp(`^${word}:.* \\(your turn\\)$`));
    expect(overlay.$('.nga-launcher')?.ariaLabel).toContain(
      primary === 'reopen' ? '1 your turn, 1 not done' : '1 open item, 1 your turn.',
    );
    const isKept = verdict === 'changed' || verdict === 'gone' || verdict === 'beside';
    expect(overlay.$('[data-nga=keep]') !== null).toBe(isKept);
  });

  it('says that pictures cannot be shown where the page forbids them', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Refused.'));
    const panel = await show({ before, after });
    await expect.poll(() => panel.textContent).toContain('The pictures cannot be shown here.');
  });
});
