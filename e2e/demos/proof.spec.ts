/** Before and after: what was asked for is compared with what the page shows when the agent is done. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';

import { type Annotation, resolve } from '@annotate-mcp/core';
import { startAgent } from '@annotate-mcp/demo-agent';
import type { Store } from '@annotate-mcp/store';

import { expect, test } from '../support/test.ts';

test(
  'the thread shows both pictures and what changed',
  { tag: '@once' },
  async ({ page, opened: overlay, server, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.comment(title, 'replace "Specail" with "Special"');
    await expect.poll(async () => (await allAnnotations()).map(hasPictureFromBefore)).toEqual([true]);

    const agent = await startAgent({ root: server.root, name: 'scripted-agent', pace: 0 });
    try {
      await expect(title).toHaveText('Special offer');
      await expect(overlay.badge('resolved')).toBeVisible();
    } finally {
      await agent.stop();
    }
    await overlay.badge('resolved').click();
    const proof = overlay.thread.locator('[data-nga=proof]');
    await expect(proof).toContainText('Changed on the page.');
    await expect(proof.getByRole('list', { name: 'What changed' }).getByRole('listitem').first()).toHaveText(
      'text “Specail offer” → “Special offer”',
    );
    await expect(proof).not.toContainText('Also changed');
    await expect(proof.getByRole('slider')).toBeVisible();
  },
);

test(
  'a fix that changes nothing is called that',
  { tag: '@full' },
  async ({ page, opened: overlay, store, allAnnotations }) => {
    await overlay.comment(page.getByTestId('broken-card').locator('.price'), 'Show dollars, not cents');
    await expect.poll(async () => (await allAnnotations()).map(hasPictureFromBefore)).toEqual([true]);
    await resolveAll(store, await allAnnotations());
    await overlay.badge('resolved').click();
    const proof = overlay.thread.locator('[data-nga=proof]');
    await expect(proof).toContainText('Nothing changed on this page.');
  },
);

test(
  'a fix that also changes something else says so @full',
  { tag: '@once' },
  async ({ page, opened: overlay, server, store, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.comment(title, 'There is a typo');
    await expect.poll(async () => (await allAnnotations()).map(hasPictureFromBefore)).toEqual([true]);
    editFileWith(join(server.root, 'demos', server.name, 'src'), 'Specail offer', (before) =>
      before.replace('Specail', 'Special').replace('this week only', 'this month only'),
    );
    await expect(title).toHaveText('Special offer');
    await resolveAll(store, await allAnnotations());
    await overlay.badge('resolved').click();
    const proof = overlay.thread.locator('[data-nga=proof]');
    await expect(proof).toContainText('text “Specail offer” → “Special offer”');
    await expect(proof).toContainText('Also changed: 1 element outside');
    await expect(proof.getByRole('button', { name: /Three origins.*\(text\)/ })).toBeVisible();

    const slider = proof.getByRole('slider');
    const at = Number(await slider.inputValue());
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', `${at - 1} % before, ${101 - at} % after`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // The other mode is for frames, and opens a page for each result.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('nga-overlay').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  },
);

test(
  'a text that was tried by hand is asked for exactly, and is judged without what was tried',
  { tag: '@full' },
  async ({ page, opened: overlay, server, store, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.inspect();
    await overlay.pointAt(title);
    await overlay.chooseExtra('Try it here');
    await expect(overlay.composer.getByRole('textbox', { name: 'Text' })).toHaveValue('Specail offer');
    await title.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Special offer');
    await page.keyboard.press('Control+Enter');
    await expect.poll(allAnnotations).toMatchObject([
      {
        annotationText: 'The text as I changed it in the page',
        wishes: [{ what: 'text', before: 'Specail offer', after: 'Special offer' }],
      },
    ]);
    await expect.poll(async () => (await allAnnotations()).map(hasPictureFromBefore)).toEqual([true]);
    await expect(title).toHaveText('Special offer');
    editFileWith(join(server.root, 'demos', server.name, 'src'), 'Specail offer', (before) =>
      before.replace('Specail', 'Special'),
    );
    await resolveAll(store, await allAnnotations());
    await overlay.badge('resolved').click();
    const proof = overlay.thread.locator('[data-nga=proof]');
    await expect(proof).toContainText('text “Specail offer” → “Special offer”');
    await expect(proof).not.toContainText('Also changed');
    await expect(title).toHaveText('Special offer');
  },
);

/** Changes the one file in the folder that has this text. */
function editFileWith(folder: string, text: string, change: (before: string) => string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    const before = statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    if (before.includes(text)) writeFileSync(file, change(before));
  }
}

function hasPictureFromBefore(annotation: Annotation): boolean {
  return annotation.kind !== 'markdown' && annotation.proof?.before.picture !== undefined;
}

/** What an agent does that says it is done, whatever it has done. */
async function resolveAll(store: Store, annotations: readonly Annotation[]): Promise<void> {
  const agent = { type: 'agent', agentId: 'agent-1', agentName: 'scripted-agent' } as const;
  for (const { id } of annotations) await store.update(id, (one) => resolve(one, agent, new Date()));
}
