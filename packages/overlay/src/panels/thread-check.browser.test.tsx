import { afterEach, expect, it, vi } from 'vitest';

import type { Annotation, Verdict } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { mounted, type Mounted, openThread } from './testing/mounted.tsx';

const id = uuidOf(1);
let overlay: Mounted;

afterEach(() => {
  overlay.unmount();
  vi.unstubAllGlobals();
});

async function show(verdict: Verdict, more: Partial<Annotation> = {}): Promise<HTMLElement | null> {
  const side = { takenAt: sampleTime.toISOString(), record: 'a.json' };
  const after = { ...side, verdict, changes: [], outside: { count: 0, pushed: 0, examples: [] } };
  overlay = mounted([
    {
      ...sampleAnnotation({ id, status: 'resolved' }),
      proof: { before: side, after },
      ...more,
    } as Annotation,
  ]);
  await openThread(overlay, id);
  return overlay.$('[data-nga=kept]');
}

it('the button for a test has the person asked, and says why there will be no test', async () => {
  const kept = await show('changed');
  const answers = [
    Response.json({ error: 'This project has no Playwright.', hint: 'Add it.' }, { status: 409 }),
    Response.json({ offered: true }, { status: 202 }),
  ];
  const requested: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requested.push([init?.method, url]);
    return answers.shift();
  });
  overlay.button('Keep it so…').click();
  await expect.poll(() => kept?.textContent).toContain('This project has no Playwright. Add it.');
  overlay.button('Keep it so…').click();
  await expect.poll(() => requested).toHaveLength(2);
  expect(requested[1]).toEqual(['POST', `/__annotate/api/checks/${id}`]);
  await expect.poll(() => kept?.textContent).not.toContain('Playwright');
});

it('names the test that there is', async () => {
  expect((await show('changed', { checkFile: 'tests/annotations/a.spec.ts' }))?.textContent).toBe(
    'Kept by the test tests/annotations/a.spec.ts',
  );
});

it('a test is not offered on another machine, where the test that there is is named', async () => {
  await show('changed');
  const visitor = { ...overlay.state().me, local: false };
  overlay.dispatch({ type: 'me', me: visitor });
  expect(overlay.$('[data-nga=kept]')).toBeNull();
  overlay.unmount();
  await show('changed', { checkFile: 'tests/annotations/a.spec.ts' });
  overlay.dispatch({ type: 'me', me: visitor });
  expect(overlay.$('[data-nga=kept]')?.textContent).toContain('tests/annotations/a.spec.ts');
});

it('a test is not offered where the page did not show a change, nor for what came with the repository', async () => {
  expect(await show('unchanged')).toBeNull();
  overlay.unmount();
  expect(await show('changed', { origin: 'repository' })).toBeNull();
});
