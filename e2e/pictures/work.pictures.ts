/** The picture of docs/live-annotation.md that shows an agent at work. */
import { openConsentPage } from '@annotate-mcp/consent';
import { acknowledge } from '@annotate-mcp/core';

import { permissionFor, workOn } from '../support/sample-work.ts';

import { agent, expect, listening, move, noticeGone, take, test } from './picture.ts';

test('work', async ({ page, overlay, store, server, allAnnotations }) => {
  await listening(store);
  await page.goto(server.url);
  await overlay.ready();
  await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
  await move(store, 'Fix', (before) => acknowledge(before, agent, new Date()));
  const id = (await allAnnotations())[0]?.id ?? '';
  await store.works.save(workOn(id));
  const errors: unknown[] = [];
  const consent = await openConsentPage({ store, onError: (error) => errors.push(error) });
  try {
    const answer = consent.ask(permissionFor(id));
    await overlay.host.locator('.nga-badge--asks').click();
    await overlay.thread.locator('[data-nga=work] summary').click();
    await overlay.thread.getByRole('button', { name: 'Diff' }).click();
    const allow = overlay.thread.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await noticeGone(overlay);
    await take(page, 'work');
    await consent.close();
    expect([await answer, errors]).toEqual([null, []]);
  } finally {
    await consent.close();
    await store.works.remove(id);
  }
});
