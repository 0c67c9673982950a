/** A text that was tried by hand is written into its file without an agent, after the person has seen the diff. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/test.ts';

// No agent of another test takes the comment that Apply leaves to agents.
test.use({ apart: 'apply' });

// The copy of the demo is in a folder that the repository around it ignores, where nothing is applied.
test.beforeEach(({ server }) => {
  rmSync(join(server.root, '.git'), { recursive: true, force: true });
  execFileSync('git', ['init', '--quiet'], { cwd: server.root });
});

test(
  'a tried text is applied: diff, file, hot update, verdict, undo',
  { tag: '@once' },
  async ({ page, opened: overlay, store, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.inspect();
    await overlay.pointAt(title);
    await overlay.chooseExtra('Try it here');
    await overlay.composer.getByRole('textbox', { name: 'Text' }).fill('Special {offer} & <more>');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(overlay.thread).toBeVisible();
    await expect.poll(allAnnotations).toMatchObject([{ status: 'acknowledged' }]);
    const frame = overlay.host.frameLocator('iframe');
    await expect(frame.locator('ins')).toContainText('Special');
    await expect(frame.locator('del')).toContainText('Specail offer');
    await expect.poll(async () => (await allAnnotations()).map((each) => 'proof' in each)).toEqual([true]);
    await overlay.answerQuestion('Apply');
    await expect
      .poll(allAnnotations)
      .toMatchObject([{ status: 'resolved', edited: { by: 'person', files: [{ added: 1, removed: 1 }] } }]);
    // The page itself shows it, and nothing that was tried.
    await expect(title).toHaveText('Special {offer} & <more>');
    await expect(overlay.thread.locator('[data-nga=proof]')).toContainText(
      'text “Specail offer” → “Special {offer} & <more>”',
    );
    await overlay.thread.locator('[data-nga=undo]').click();
    await overlay.answerQuestion('Undo');
    await expect(title).toHaveText('Specail offer');
    await expect.poll(allAnnotations).toMatchObject([{ status: 'pending' }]);
    expect(await store.agents.list()).toEqual([]);
  },
);

test('a text that comes from elsewhere goes to an agent, with the reason', async ({
  page,
  opened: overlay,
  allAnnotations,
}) => {
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('product-title').first());
  await overlay.chooseExtra('Try it here');
  await overlay.composer.getByRole('textbox', { name: 'Text' }).fill('Another name');
  await overlay.composer.locator('[data-nga=apply]').click();
  await expect(overlay.thread).toContainText('Not written by Apply: the text is not written in this tag');
  await expect.poll(allAnnotations).toMatchObject([{ status: 'pending' }]);
});
