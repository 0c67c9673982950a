/** A comment on a document where no agent listens: the person starts one from the view, and it does what they ask. */
import { join } from 'node:path';

import { startAgent } from './support/agent.ts';
import { plan } from './support/plan.ts';
import { Review } from './support/review.ts';
import { expect, test } from './support/test.ts';

const scriptedAgent = join(import.meta.dirname, '../../demos/agent/src/acp.ts');

test('the view has an agent started, whose change and answer it shows', async ({ page, project }) => {
  await project.write('docs/plan.md', plan);
  await using agent = await startAgent(project.root, {
    ui: false,
    env: { ANNOTATE_DEMO_AGENT: scriptedAgent },
  });
  const { structuredContent } = await agent.call('open_markdown', { path: 'docs/plan.md' });
  const { url } = structuredContent as { url: string };
  await page.goto(url);
  const view = new Review(page);
  await expect(view.status).toContainText('not listening');
  await view.comment('a week later', 'replace "a week later" with "two weeks later"');
  await view.submit();
  await view.frame.locator('[data-nga=start-agent]').click();
  const question = view.frame.locator('[data-nga=question]');
  await expect(question).toContainText(/agent/i);
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Answer in a window' }).click();
  const consent = await opened;
  // Nothing runs before the person has chosen.
  expect(await project.read('docs/plan.md')).toBe(plan);
  const scripted = consent.getByRole('button', { name: /scripted/i });
  await scripted.hover();
  await expect(scripted).toHaveAttribute('aria-disabled', 'false');
  await scripted.click();
  await expect(view.document).toContainText('two weeks later');
  await expect(view.status).toContainText('Scripted agent is listening');
  expect(await project.read('docs/plan.md')).toContain('two weeks later');
  await view.frame.getByLabel('Show comments').selectOption('All');
  await expect(view.cards.filter({ hasText: 'Replaced' })).toBeVisible();
});
