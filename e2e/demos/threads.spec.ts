/** What a person does with an annotation after it is sent, and what the store has then. */
import { acknowledge, type Actor, resolve } from '@annotate-mcp/core';

import { expect, test } from '../support/test.ts';

const agent: Actor = { type: 'agent', agentId: 'agent-1', agentName: 'claude-code' };
const note = () => ({ id: crypto.randomUUID(), message: 'Done in `BrokenCard`.' });

test.describe('a thread', () => {
  test('re-opens what is not right with a word, and accepts what is', async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
    const id = (await allAnnotations())[0]?.id ?? '';
    await store.update(id, (before) => resolve(before, agent, new Date(), note()));
    await overlay.badges.click();
    await expect(overlay.thread.locator('.nga-reply--agent')).toContainText('Done in BrokenCard.');

    await overlay.thread.locator('.nga-thread-input').fill('Still wrong');
    await overlay.thread.getByRole('button', { name: 'Re-open' }).click();
    await expect(overlay.badge('pending')).toBeVisible();
    await expect
      .poll(async () => store.get(id))
      .toMatchObject({
        status: 'pending',
        replies: [{ author: 'agent' }, { author: 'user', message: 'Still wrong' }],
      });

    await store.update(id, (before) => resolve(before, agent, new Date(), note()));
    await expect(overlay.thread.getByRole('button', { name: 'Accept' })).toBeVisible();
    await overlay.thread.getByRole('button', { name: 'Accept' }).click();
    await expect(overlay.thread).toBeHidden();
    await expect(overlay.badges).toHaveCount(0);
    await expect.poll(async () => store.get(id)).toMatchObject({ acceptedAt: expect.any(String) });
    // Folded away, not gone.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+Shift+KeyP');
    const list = overlay.host.locator('[data-nga="list"]');
    await list.getByLabel('Show').selectOption('closed');
    await expect(list).toContainText('Fix the spelling');
  });

  test('that came with the repository is trusted by the person before an agent can see it', async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Mine');
    const [mine] = await allAnnotations();
    if (mine === undefined) throw new Error('Nothing was sent.');
    const id = crypto.randomUUID();
    await store.add({ ...mine, id, annotationText: 'Theirs', origin: 'repository' });
    await page.keyboard.press('Alt+Shift+KeyP');
    const list = overlay.host.locator('[data-nga="list"]');
    await expect(list).toContainText('1 comment came with this repository. Trust it?');
    await list.getByText('Theirs').click();
    await expect(overlay.thread).toContainText('No agent sees it until you trust it.');
    expect((await store.list({ origin: 'own' })).annotations).toMatchObject([{ id: mine.id }]);
    await overlay.thread.getByRole('button', { name: 'Trust' }).click();
    await expect(overlay.thread).toContainText('Waiting for an agent.');
    await expect(list).not.toContainText('Not trusted');
    await expect.poll(async () => store.count({ origin: 'own' })).toBe(2);
  });

  test('takes back what an agent is working on, and takes the claim from one that does not get on @full', async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
    const id = (await allAnnotations())[0]?.id ?? '';
    // Announced: the claim of an agent that is not there would be freed at once.
    await store.agents.announce({
      agentId: 'agent-1',
      agentName: 'claude-code',
      waiting: false,
      since: new Date().toISOString(),
    });
    await store.update(id, (before) => acknowledge(before, agent, new Date()));
    await overlay.badge('acknowledged').click();
    await expect(overlay.thread).toContainText('claude-code is on it');
    await overlay.thread.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');

    await store.update(id, (before) => acknowledge(before, agent, new Date()));
    await expect(overlay.badge('acknowledged')).toBeVisible();
    const takeBack = overlay.thread.getByRole('button', { name: /take back/i });
    await takeBack.click();
    await expect(takeBack).toContainText('Click again');
    await takeBack.click();
    await expect
      .poll(async () => store.get(id))
      .toMatchObject({ status: 'dismissed', withdrawnAt: expect.any(String) });
    await store.agents.leave('agent-1');
  });

  test('points at the new place when the element is gone @full', async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
    const id = (await allAnnotations())[0]?.id ?? '';
    await page.getByTestId('broken-card').evaluate((element) => element.remove());
    await page.keyboard.press('Alt+Shift+KeyP');
    await overlay.host.locator('[data-nga="list"] .nga-item').first().click();
    await overlay.thread.getByRole('button', { name: /point at it again/i }).click();
    await overlay.pointAt(page.getByTestId('product-title').nth(2));
    await expect
      .poll(async () => store.get(id))
      .toMatchObject({
        componentName: 'ProductCard',
        annotationText: 'Fix the spelling',
        inputs: { product: { id: 'breakwater' } },
      });
    await expect(overlay.badge('pending')).toBeVisible();
  });
});
