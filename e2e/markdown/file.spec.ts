/** The file changes under the review: by editors, by agents, by other processes, by its own comments. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { startAgent } from './support/agent.ts';
import { lineOf, plan } from './support/plan.ts';
import { createProject, expect, test } from './support/test.ts';

test.beforeEach(async ({ project }) => project.write('docs/plan.md', plan));

test('comments follow their text when the file is edited on disk', async ({ open, project }) => {
  const { view, comments } = await open('docs/plan.md');
  await view.comment('old server may not last', 'How old?');
  await view.submit();
  const edited = plan
    .replace('# Launch plan\n', '# Launch plan\n\nWritten in **March**, by all of us.\n')
    .replace('The old server may not last until', 'We fear that the old server may not last until');
  await project.write('docs/plan.md', edited);
  await expect(view.document).toContainText('Written in March');
  await expect.poll(() => view.painted()).toEqual(['old server may not last']);
  const line = lineOf('old server', edited);
  await expect.poll(() => comments()).toMatchObject([{ lines: [line, line] }]);
});

test('a suggestion is put into the file by a click or by the agent, and refused where the text has changed @full', async ({
  open,
  project,
}) => {
  const { view, comments, interact } = await open('docs/plan.md');
  await view.suggest('a week later', 'two weeks later');
  await view.suggest('Keep the old importer warm', 'Keep the old importer ready');
  await view.suggest('old server may not last', 'old server will fail');
  await view.submit();
  await view.act('weeks', 'Apply');
  const applied = plan.replace('a week later', 'two weeks later');
  await expect.poll(() => project.read('docs/plan.md')).toBe(applied);
  await expect(view.document).toContainText('two weeks later');
  await view.act('weeks', 'Undo');
  await expect.poll(() => project.read('docs/plan.md')).toBe(plan);

  const [, , rollback] = await comments('all');
  await interact({ type: 'apply', commentId: rollback?.id });
  const ready = plan.replace('importer warm', 'importer ready');
  expect(await project.read('docs/plan.md')).toBe(ready);

  const changed = ready.replace('server may not last', 'server could not quite last');
  await project.write('docs/plan.md', changed);
  await expect(view.document).toContainText('could not quite last');
  await view.act('fail', 'Apply');
  await expect(view.notice).toContainText('Not applied. The passage "old server may not last" now reads');
  expect(await project.read('docs/plan.md')).toBe(changed);
});

test('what an agent changed is shown, stepped through and accepted, and told again on the next opening', async ({
  open,
  project,
}) => {
  const { view, comments, interact, reload } = await open('docs/plan.md');
  await view.comment('the new importer in May', 'Rather in June');
  await view.submit();
  const edited = plan.replace('in May', 'in early June').replace('two weeks', 'three weeks');
  await project.write('docs/plan.md', edited);
  const [comment] = await comments();
  await interact({ type: 'resolve', commentId: comment?.id, message: 'June it is.' });

  await view.button('Changes 2').click();
  await expect(view.document.locator('ins')).toHaveText(['early June', 'three']);
  await expect(view.document.locator('del')).toHaveText(['May', 'two']);
  const strip = () => view.frame.getByRole('region', { name: 'Changes since your last review' });
  await view.page.keyboard.press('t');
  await view.page.keyboard.press('Shift+N');
  await expect(strip()).toContainText('1 of 2, changed');
  await view.button('Next change (Shift+N)').click();
  await expect(strip()).toContainText('2 of 2, changed');
  await expect.poll(() => view.sees('Keep the old importer warm')).toBe(true);

  const card = view.card('Rather in June');
  await card.click();
  await expect(card.locator('del')).toContainText('May');
  await expect(card.locator('ins')).toContainText('June');
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(card).toContainText('Accepted');

  // Words that are marked can be commented on as all others.
  await view.comment('three', 'Four, to be safe');
  await reload();
  await expect(strip()).toContainText('2 passages changed since your last review');
  await view.submit();
  await expect(strip()).toBeHidden();
  await expect
    .poll(() => comments())
    .toMatchObject([{ quote: 'three', lines: [lineOf('three', edited), lineOf('three', edited)] }]);
});

test(
  'a comment whose text is deleted is shown as lost, and revives when the text returns',
  { tag: '@full' },
  async ({ open, project }) => {
    const { view, comments } = await open('docs/plan.md');
    await view.comment('The old server may not last until then.', 'How old?');
    await view.submit();
    await project.write('docs/plan.md', plan.replace('The old server may not last until then.\n\n', ''));
    await expect(view.frame.getByText('Lost their place')).toBeVisible();
    expect(await view.painted()).toEqual([]);
    expect(await comments()).toMatchObject([{ text: 'How old?', anchorState: 'stale' }]);
    await project.write('docs/plan.md', plan);
    await expect.poll(() => view.painted()).toEqual(['The old server may not last until then.']);
    await expect(view.frame.getByText('Lost their place')).toBeHidden();
  },
);

test(
  'a file that is deleted or renamed stays readable, and is followed when it is back',
  { tag: '@full' },
  async ({ open, project }) => {
    const { view, comments } = await open('docs/plan.md');
    await view.comment('a week later', 'Two weeks');
    const file = join(project.root, 'docs/plan.md');
    for (const away of [() => rename(file, `${file}.old`), () => rm(file)]) {
      await away();
      await expect(view.status.getByRole('alert')).toBeVisible();
      await expect(view.document).toContainText('Keep the old importer warm');
      await project.write('docs/plan.md', `${plan}\nOne more line.\n`);
      await expect(view.status.getByRole('alert')).toBeHidden();
    }
    await expect(view.document).toContainText('One more line.');
    await view.submit();
    expect(await comments()).toMatchObject([{ text: 'Two weeks', quote: 'a week later' }]);
  },
);

test(
  'exported comments change nothing that is shown, and are there where the file is opened next',
  { tag: '@full' },
  async ({ open, project, context }) => {
    const { view, comments } = await open('docs/plan.md');
    await view.comment('the new importer in May', 'Which day?');
    await view.comment('Grace', 'Ada');
    await view.submit();
    await expect(view.notice).toBeHidden();
    const before = await view.document.innerHTML();
    await view.choose('Export for sharing');
    await expect(view.notice).toContainText('2');
    // The notice may still be that of the batch.
    await expect.poll(() => project.read('docs/plan.md')).toMatch(/importer\*\* in May<!-- mdrev:/);
    const exported = await project.read('docs/plan.md');
    expect(await view.document.innerHTML()).toBe(before);
    const ids = (await comments()).map(({ id }) => id);

    await using elsewhere = await createProject();
    await elsewhere.write('plan.md', exported);
    await using colleague = await startAgent(elsewhere.root);
    const { view: theirs, comments: told } = await open('plan.md', {
      agent: colleague,
      page: await context.newPage(),
    });
    await expect
      .poll(async () => (await theirs.painted()).sort())
      .toEqual(['Grace', 'the new importer in May']);
    expect(await theirs.document.innerText()).toBe(await view.document.innerText());
    // In another repository they are not the words of its person.
    expect(await told()).toEqual([]);
    await theirs.button('Trust all').click();
    await expect.poll(async () => (await told()).map(({ id }) => id)).toEqual(ids);
  },
);

test('a note that is written by hand reaches the agent, and goes from the file with all markers @full', async ({
  open,
  project,
}) => {
  const note = '<!-- mdrev: Say how long, and who decides -->';
  await project.write('docs/plan.md', plan.replace('until then.', `until then. ${note}`));
  const { view, comments } = await open('docs/plan.md');
  await expect(view.card('Say how long')).toContainText('Not trusted');
  expect(await comments()).toEqual([]);
  await view.act('Say how long', 'Trust');
  await expect
    .poll(async () => (await comments()).map(({ text, intent, quote }) => ({ text, intent, quote })))
    .toEqual([
      {
        text: 'Say how long, and who decides',
        intent: 'edit',
        quote: 'The old server may not last until then.',
      },
    ]);
  expect(await project.read('docs/plan.md')).toContain('<!-- mdrev-data');
  await view.choose('Remove all markers…');
  await view.button('Remove all markers').click();
  await expect(view.notice).toContainText('Its comment is kept in the project.');
  expect(await project.read('docs/plan.md')).toBe(plan);
  await expect(view.card('Say how long')).toBeVisible();
});

test(
  'two servers on one file show the same and lose nothing of what both write',
  { tag: '@full' },
  async ({ open, project, context }) => {
    await using second = await startAgent(project.root);
    const { view, comments } = await open('docs/plan.md');
    const { view: other } = await open('docs/plan.md', { agent: second, page: await context.newPage() });
    await Promise.all(
      [[view, 'a week later'] as const, [other, 'Grace'] as const].map(async ([each, words]) => {
        const button = each.frame.locator('[data-nga=comment]');
        // The comment of the other page may arrive between the two, and the selection is gone then.
        await expect(async () => {
          await each.frame.evaluate(selectWords, words);
          await button.click({ timeout: 2_000 });
        }).toPass();
        await each.field.fill(`About ${words}`);
        await each.field.press('Control+Enter');
        await each.saved();
      }),
    );
    for (const each of [view, other]) await expect(each.cards).toHaveCount(2);
    // A box that is ticked here while the agent writes there: both are in the file.
    await project.write('docs/plan.md', plan.replace('two weeks', 'three weeks'));
    await expect(view.document).toContainText('three weeks');
    await view.document.getByRole('checkbox').first().click();
    await expect(other.document.getByRole('checkbox').first()).toBeChecked();
    expect(await project.read('docs/plan.md')).toBe(
      plan.replace('two weeks', 'three weeks').replace('- [ ] Ask', '- [x] Ask'),
    );
    await view.submit();
    expect(await comments()).toHaveLength(2);
  },
);

/** Two pages share one pointer. */
function selectWords(words: string): void {
  const walker = document.createTreeWalker(
    document.querySelector('.document') ?? document,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = node.textContent?.indexOf(words) ?? -1;
    if (start === -1) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
    return;
  }
}
