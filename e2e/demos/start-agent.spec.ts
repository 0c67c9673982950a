/** The person starts an agent from the page, which goes on listening: a server of its own, so that it takes no other comment. */
import { expect, test } from '../support/test.ts';

test.use({ apart: 'start-agent' });

test(
  'two buttons turn a comment into a change: the agent is started from the page',
  { tag: '@once' },
  async ({ page, opened: overlay, store, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.comment(title, 'replace "Specail" with "Special"');
    await page.keyboard.press('Alt+Shift+P');
    await overlay.host.locator('[data-nga=start-agent]').click();
    const scripted = overlay.host.frameLocator('iframe').getByRole('button', { name: /scripted/i });
    await expect(scripted).toHaveAttribute('aria-disabled', 'false');
    // Nothing of an agent runs before the person has pressed the second button.
    expect(await store.works.list()).toEqual([]);
    await overlay.answerQuestion(/scripted/i);
    await expect(title).toHaveText('Special offer');
    await expect(overlay.badge('resolved')).toBeVisible();
    // What the agent did is kept when its turn has ended, which is after it has resolved the annotation.
    await expect
      .poll(async () => (await allAnnotations())[0])
      .toMatchObject({
        status: 'resolved',
        runs: [{ outcome: 'finished', files: [expect.stringMatching(/broken-?card/i)] }],
      });
  },
);
