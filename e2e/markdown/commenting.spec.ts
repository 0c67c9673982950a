/** Writing comments, and what becomes of them when views, tabs and servers go. */
import { startAgent } from './support/agent.ts';
import { lineOf, plan } from './support/plan.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ project }) => project.write('docs/plan.md', plan));

test('what is selected is told with its very place in the source, however it is marked up', async ({
  open,
}) => {
  const { view, comments } = await open('docs/plan.md');
  await view.comment('the new importer in May', 'Which day?');
  await view.comment('Grace', 'She is away then');
  expect((await view.painted()).sort()).toEqual(['Grace', 'the new importer in May']);
  await view.submit();
  await expect
    .poll(() => comments())
    .toMatchObject([
      { text: 'Which day?', quote: 'the **new importer** in May', lines: [3, 3] },
      { text: 'She is away then', quote: 'Grace', lines: [lineOf('Grace'), lineOf('Grace')] },
    ]);
});

test('everything is done from the keyboard', async ({ open, page }) => {
  const { view, comments } = await open('docs/plan.md');
  const { keyboard } = page;
  await keyboard.press('Tab');
  // The frame has a process of its own: a key that comes before the focus has moved there goes to the host.
  await expect(view.mode('Edit')).toBeFocused();
  await keyboard.press('t');
  await expect(view.document).toBeFocused();
  await keyboard.press('h');
  await keyboard.press('h');
  await keyboard.press('ArrowDown');
  await keyboard.press('c');
  await expect(view.field).toBeFocused();
  await keyboard.type('How long?');
  await keyboard.press('Control+Enter');
  await view.saved();
  await keyboard.press('m');
  await expect(view.mode('Review')).toBeChecked();
  await keyboard.press('m');
  await expect(view.mode('Edit')).toBeChecked();
  await keyboard.press('Shift+S');
  await expect.poll(() => comments()).toMatchObject([{ text: 'How long?', intent: 'edit' }]);
  await expect.poll(() => comments()).toMatchObject([{ quote: 'The old server may not last until then.' }]);
  // The server has it before the view knows that, and until then the card takes no reply.
  await expect(view.card('How long?')).toHaveAttribute('data-status', 'pending');
  await expect(view.card('How long?')).toHaveAttribute('aria-busy', 'false');
  await keyboard.press('n');
  await keyboard.press('r');
  await expect(view.card('How long?').getByRole('textbox')).toBeFocused();
  await keyboard.type('In weeks, please.');
  await keyboard.press('Control+Enter');
  await expect(view.card('How long?')).toContainText('In weeks, please.');
  // The reply may be shown before the server has answered; until then the card takes no other action.
  await expect(view.card('How long?')).toHaveAttribute('aria-busy', 'false');
  await keyboard.press('Escape');
  await keyboard.press('n');
  await keyboard.press('x');
  await expect.poll(() => comments()).toEqual([]);
});

test('what is sent, what waits in the batch and what is half written is there again when the view is loaded anew', async ({
  open,
}) => {
  const { view, reload } = await open('docs/plan.md');
  await view.comment('a week later', 'Two');
  await view.submit();
  await view.comment('Ask the vendor', 'Which one?');
  await view.select('Order spare disks');
  await view.frame.locator('[data-nga=comment]').click();
  await view.field.fill('How ma');
  await view.saved();
  await reload();
  await expect(view.card('Two')).toHaveAttribute('data-status', 'pending');
  await expect(view.card('Which one?')).toHaveAttribute('data-status', 'draft');
  await expect(view.card('How ma')).toHaveAttribute('data-status', 'draft');
  await expect(view.submitAll).toContainText('2');
  await expect
    .poll(async () => (await view.painted()).sort())
    .toEqual(['Ask the vendor', 'Order spare disks', 'a week later']);
});

test(
  'the next server has it all, and a view of the one before goes on with it',
  { tag: '@full' },
  async ({ open, project, context }) => {
    await using first = await startAgent(project.root);
    const { view } = await open('docs/plan.md', { agent: first });
    await view.comment('a week later', 'Two');
    await first.client.close();
    const { view: other, comments } = await open('docs/plan.md', { page: await context.newPage() });
    await expect(other.card('Two')).toHaveAttribute('data-status', 'draft');
    expect(await comments('all')).toEqual([]);
    await other.submit();
    await expect.poll(() => comments()).toMatchObject([{ text: 'Two' }]);
    await expect(view.status).toContainText('What you write is kept');
  },
);

test('two views of one file agree', { tag: '@full' }, async ({ open, context }) => {
  const { view, interact, comments } = await open('docs/plan.md');
  const { view: other } = await open('docs/plan.md', { page: await context.newPage() });
  await view.page.bringToFront();
  await view.comment('a week later', 'Two');
  await expect(other.card('Two')).toHaveAttribute('data-status', 'draft');
  await other.page.bringToFront();
  await other.comment('Grace', 'Ada');
  await other.mode('Review').click();
  await expect(view.mode('Review')).toBeChecked();
  await expect(view.submitAll).toContainText('2');
  await view.submit();
  await expect(other.submitAll).toBeDisabled();
  const [comment] = await comments();
  await interact({ type: 'reply', commentId: comment?.id, message: 'I would say three.' });
  for (const each of [view, other]) await expect(each.card('Two')).toContainText('I would say three.');
});
