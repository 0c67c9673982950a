/** The animation of docs/markdown-review.md, in a host that gives the view its whole window. */
import { startAgent } from '../markdown/support/agent.ts';
import { expect, test as reviewTest } from '../markdown/support/test.ts';

import { Animation, animationSize } from './animation.ts';

const test = reviewTest.extend({
  agent: async ({ project }, use) => {
    await using agent = await startAgent(project.root, { name: 'claude-code' });
    await use(agent);
  },
});

test.use({ viewport: animationSize });

const plan = `# Moving the importer

We ship the **new importer** in May. The old one is switched off a week later, so that there is a way back.

## Why now

The old server may not last until autumn. It has been restarted _eleven times_ this year.

## Rollback

Keep the old importer warm for two weeks. After that its data is archived, not deleted.
`;

test('animation of Markdown review', async ({ open, page, project }) => {
  await project.write('docs/plan.md', plan);
  const { view, interact, comments } = await open('docs/plan.md', {
    context: { displayMode: 'fullscreen', availableDisplayModes: ['inline', 'fullscreen'] },
  });
  const animation = new Animation(page);
  await animation.show(600);
  await view.select('a week later');
  const button = view.frame.locator('[data-nga=comment]');
  await animation.moveToElement(button);
  await animation.show(300);
  await button.click();
  await view.field.focus();
  await animation.type('Two weeks: billing runs on the 28th.');
  await view.saved();
  await view.field.press('Control+Enter');
  await animation.show(400);
  const listening = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await expect(view.status).toContainText('is listening');
  await animation.show(300);
  await view.submit();
  await listening;
  await animation.show(700);
  const [comment] = await comments();
  await project.write('docs/plan.md', plan.replace('a week later', 'two weeks later, after the billing run'));
  const message = 'Two weeks, after the billing run.';
  await interact({ type: 'resolve', commentId: comment?.id, message });
  await expect(view.notice).toBeHidden({ timeout: 30_000 });
  await animation.show(800);
  await view.button('Changes 1').click();
  await view.card('Two weeks').click();
  await animation.show(1_900);
  await animation.save('markdown-review');
});
