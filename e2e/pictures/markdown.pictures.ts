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

test('markdown reading', async ({ open, page, project }) => {
  await project.write('docs/img/flow.svg', flow);
  await project.write('docs/design.md', design);
  const { view } = await open('docs/design.md', { context });
  await view.document.locator('.picture img').click();
  await view.frame.locator('[data-nga=comment]').click();
  await view.field.fill('Where does the archive come in?');
  await view.field.press('Control+Enter');
  await view.saved();
  await view.button('Outline').click();
  await view.button('Find in text and comments').click();
  await view.frame.getByRole('searchbox').fill('archive');
  await expect(view.frame.getByText('1 of 4')).toBeVisible();
  await take(page, 'markdown-reading');
});

test('markdown changes and verdict', async ({ open, page, project }) => {
  const { view, interact, comments } = await open('docs/plan.md', { context });
  await view.comment('a week later', 'Two weeks: billing runs on the 28th.');
  await view.suggest('restart, and pray', 'restart, and compare the counts');
  await view.submit();
  const [weeks] = await comments();
  const edited = plan
    .replace('a week later', 'two weeks later, after the billing run')
    .replace('wait for running imports', 'wait until no import runs');
  await project.write('docs/plan.md', edited);
  await interact({ type: 'resolve', commentId: weeks?.id, message: 'Two weeks, after the billing run.' });
  await view.button('Changes 2').click();
  await view.card('Two weeks').click();
  await expect(view.notice).toBeHidden({ timeout: 30_000 });
  await take(page, 'markdown-changes');

  await view.comment('eleven times', 'Is that so?');
  await view.frame.locator('[data-nga=verdict]').click();
  const dialog = view.frame.getByRole('dialog', { name: 'Finish the review' });
  await dialog.getByRole('radio', { name: 'Request changes' }).check();
  await dialog.getByLabel('About the whole document').fill('Nearly there: the numbers are missing.');
  await take(page, 'markdown-verdict');
});

const box = (x: number, words: string) =>
  `<rect x="${x}" y="20" width="130" height="52" rx="8" fill="#dbeafe" stroke="#3b82f6"/><text x="${x + 65}" y="51" text-anchor="middle" font-family="sans-serif" font-size="14">${words}</text>`;

const flow = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="92">${box(10, 'Old importer')}${box(215, 'Compare')}${box(420, 'New importer')}<path d="M140 46h75M345 46h75" stroke="#52525b" stroke-width="2"/></svg>`;

const design = `---
title: How the importer moves
owner: Ada
---

# How the importer moves

Both importers read the same queue until the [archive](archive.md) is complete.

![The old and the new importer, with a comparison between them](img/flow.svg)

> [!WARNING]
> The archive is written once. A wrong run has to be deleted by hand.

## Compare

Every night the results of both are compared, row by row.

<details>
<summary>What is not compared</summary>

Times of the run, and the archive itself.

</details>

## Switch over

### Before

Tell billing a week before.

### After

Keep the old one warm for two weeks.

## Rollback

Point the queue back. Nothing else is needed.
`;

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
