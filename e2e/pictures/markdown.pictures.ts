/** The pictures of docs/markdown-review.md, in a host that gives the view its whole window. */
import { startAgent } from '../markdown/support/agent.ts';
import { expect, type OpenOptions, test as reviewTest } from '../markdown/support/test.ts';

import { take } from './picture.ts';

const test = reviewTest.extend({
  agent: async ({ project }, use) => {
    await using agent = await startAgent(project.root, { name: 'claude-code' });
    await use(agent);
  },
});

const plan = `# Moving the importer

We ship the **new importer** in May. The old one is switched off a week later, so that there is a way back.

## Why now

The old server may not last until autumn. It has been restarted _eleven times_ this year, each time by hand:

1. stop the queue
2. wait for running imports
3. restart, and pray

## Steps

| step             | owner | days |
| ---------------- | ----- | ---: |
| copy the archive | Ada   |    3 |
| compare results  | Grace |    5 |
| switch over      | Ada   |    1 |

\`\`\`sh
importer compare --from old --to new --since 2026-01-01
\`\`\`

- [x] Order spare disks
- [ ] Ask the vendor about support until August

## Rollback

Keep the old importer warm for two weeks. After that its data is archived, not deleted.
`;

const context: OpenOptions['context'] = {
  displayMode: 'fullscreen',
  availableDisplayModes: ['inline', 'fullscreen'],
};

test.beforeEach(async ({ project }) => project.write('docs/plan.md', plan));

test('markdown composer', async ({ open, page }) => {
  const { view, interact } = await open('docs/plan.md', { context });
  const listening = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await view.comment('restart, and pray', 'Say what we check after a restart.');
  await view.comment('compare results', 'Name the report that has to be empty.');
  await view.select('a week later');
  await view.frame.locator('[data-nga=comment]').click();
  await view.field.fill('Two weeks: billing runs on the 28th.');
  await view.saved();
  await take(page, 'markdown-composer');
  await view.field.press('Control+Enter');
  await view.submit();
  await listening;
});

test('markdown review mode', async ({ open, page }) => {
  const { view, interact, comments } = await open('docs/plan.md', { mode: 'review', context });
  await view.comment('a week later', 'Two weeks: billing runs on the 28th.');
  await view.comment('eleven times', 'Is that so?');
  await view.comment('Keep the old importer warm for two weeks.', 'Longer. Say why.');
  await view.submit();
  const [weeks, times] = await comments();
  await interact({
    type: 'reply',
    commentId: weeks?.id,
    message: 'I would write “two weeks later, after the billing run of **28 May**”.',
  });
  await interact({
    type: 'reply',
    commentId: times?.id,
    message: 'The log has twelve, one of them planned.',
  });
  await view.card('Two weeks').click();
  await expect(view.notice).toBeHidden({ timeout: 30_000 });
  const listening = interact({ type: 'get_comments', wait: true, timeoutMs: 20_000 });
  await expect(view.status).toContainText('is listening');
  await take(page, 'markdown-review-mode');
  await view.card('Two weeks').getByRole('button', { name: 'Approve' }).click();
  await listening;
});

test('markdown lost', async ({ open, page, project }) => {
  const { view } = await open('docs/plan.md', { context });
  await view.comment('each time by hand', 'By whom?');
  await view.comment('a week later', 'Two weeks: billing runs on the 28th.');
  await view.submit();
  await project.write('docs/plan.md', plan.replace(', each time by hand:', '. What is done then:'));
  await view.frame.getByText('Lost their place').click();
  await view.card('By whom?').click();
  await expect(view.notice).toBeHidden({ timeout: 30_000 });
  await take(page, 'markdown-lost', { x: 0, y: 0, width: 1280, height: 480 });
});
