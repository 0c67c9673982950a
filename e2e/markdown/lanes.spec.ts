/** How what a person says reaches the agent, and what the agent does reaches the person. */
import { startAgent } from './support/agent.ts';
import { plan } from './support/plan.ts';
import { expect, test, type Told } from './support/test.ts';

test.beforeEach(async ({ project }) => project.write('docs/plan.md', plan));

test('Submit all answers the agent that waits, with everything at once and nothing before', async ({
  open,
}) => {
  const { view, interact, comments, pushed } = await open('docs/plan.md');
  const waiting = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await expect(view.status).toContainText('reviewing-agent is listening');
  await view.comment('a week later', 'Two weeks');
  await view.comment('Grace', 'Ada');
  expect(await comments('all')).toEqual([]);
  await view.submit();
  expect(await waiting).toMatchObject([
    { mode: 'edit', comments: [{ text: 'Two weeks', intent: 'edit' }, { text: 'Ada' }] },
  ]);
  await expect(view.notice).toContainText('reviewing-agent has them');
  // Who has it already need not be told by the host.
  expect(await pushed()).toMatchObject({ messages: [], contexts: [] });
});

test('a verdict answers the agent that waits, with what was not sent and a comment on the whole', async ({
  open,
}) => {
  const { view, interact } = await open('docs/plan.md');
  const waiting = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await expect(view.status).toContainText('reviewing-agent is listening');
  await view.choose('Comment on the whole document');
  await view.field.fill('Too long');
  await view.field.press('Control+Enter');
  await view.comment('Grace', 'Ada');
  await view.finish('Request changes', 'Not yet.');
  expect(await waiting).toMatchObject([
    {
      comments: [{ text: 'Too long', about: 'the whole document' }, { text: 'Ada' }],
      verdict: { verdict: 'changes', text: 'Not yet.' },
    },
  ]);
  await expect(view.notice).toContainText('Changes requested, with 2 comments. reviewing-agent has it.');
});

test(
  'Submit all tells the host when no agent waits, and the fetch has the same',
  { tag: '@full' },
  async ({ open }) => {
    const { view, comments, pushed } = await open('docs/plan.md');
    await expect(view.status).toContainText('Submit all goes to this chat');
    await view.comment('a week later', 'Two weeks');
    await view.submit();
    await expect.poll(async () => (await pushed()).messages).toHaveLength(1);
    const { messages, contexts } = await pushed();
    expect(messages[0]).toContain('get_comments');
    expect(contexts[0]).toContain('Two weeks');
    expect(await comments('new')).toMatchObject([{ text: 'Two weeks', quote: 'a week later' }]);
  },
);

test(
  'a host that takes no pushes loses nothing, and the person knows',
  { tag: '@full' },
  async ({ open }) => {
    const { view, comments, pushed } = await open('docs/plan.md', { deaf: true });
    await expect(view.status).toContainText('is not listening now: ask it');
    await view.comment('a week later', 'Two weeks');
    await view.submit();
    await expect(view.notice).toContainText('Ask your agent to get the comments');
    expect(await pushed()).toMatchObject({ messages: [], contexts: [] });
    expect(await comments('new')).toMatchObject([{ text: 'Two weeks' }]);
  },
);

test('an idle agent of another process is woken by Submit all, and the card says that it is on it @full', async ({
  open,
  project,
}) => {
  const { view } = await open('docs/plan.md');
  await using idle = await startAgent(project.root, { ui: false, name: 'idle-agent' });
  const woken = new Promise<void>((resolve) =>
    idle.client.setNotificationHandler('notifications/resources/updated', () => resolve()),
  );
  await idle.client.subscribeResource({ uri: 'annotations://open' });
  await view.comment('a week later', 'Two weeks');
  await view.submit();
  await woken;
  const { structuredContent } = await idle.call('get_all_pending', {});
  const { annotations } = structuredContent as { annotations: { id: string; path: string }[] };
  expect(annotations).toMatchObject([{ path: 'docs/plan.md', annotationText: 'Two weeks' }]);
  await idle.call('acknowledge', { id: annotations[0]?.id });
  await expect(view.card('Two weeks')).toContainText('idle-agent is on it.');
  await idle.call('dismiss', { id: annotations[0]?.id, reason: 'The date is fixed.' });
  await expect(view.card('Two weeks')).toContainText('Dismissed: The date is fixed.');
});

test('Answer now asks this one and leaves the batch alone; the answer comes back', async ({ open }) => {
  const { view, interact, comments, pushed } = await open('docs/plan.md');
  await view.comment('a week later', 'Two weeks');
  await view.select('The old server may not last');
  await view.frame.locator('[data-nga=answer]').click();
  await view.field.fill('How old is it?');
  await view.button('Answer now').click();
  await expect.poll(async () => (await pushed()).messages).toHaveLength(1);
  const { messages, contexts } = await pushed();
  expect(messages[0]).toMatch(/> The old server may not last\n\nHow old is it\?/);
  expect(contexts).toEqual([]);
  const asked = await comments();
  expect(asked).toMatchObject([{ text: 'How old is it?', intent: 'answer' }]);
  await interact({ type: 'reply', commentId: asked[0]?.id, message: 'Nine years.' });
  await expect(view.card('How old is it?')).toContainText('Nine years.');
  await expect(view.card('Two weeks')).toHaveAttribute('data-status', 'draft');
  await expect(view.submitAll).toContainText('1');
});

test('in review mode nothing is to be done before it is approved @full', async ({ open }) => {
  const { view, interact, comments, pushed } = await open('docs/plan.md');
  await view.mode('Review').click();
  await view.comment('a week later', 'Two weeks');
  await view.comment('Grace', 'Ada');
  await view.submit();
  await expect.poll(async () => (await pushed()).contexts).toHaveLength(1);
  expect((await pushed()).contexts[0]).toContain('leave the file as it is');
  const list = await comments();
  expect(list).toMatchObject([{ intent: 'review' }, { intent: 'review' }]);
  await expect(interact({ type: 'resolve', commentId: list[0]?.id, message: 'Done' })).rejects.toThrow(
    'has not approved',
  );
  const waiting = interact({ type: 'get_comments', wait: true });
  await view.act('Two weeks', 'Approve');
  expect(await waiting).toMatchObject([{ comments: [{ text: 'Two weeks', intent: 'edit' }] }]);
  const declined = interact({ type: 'get_comments', wait: true });
  await view.act('Ada', 'Decline');
  expect(await declined).toMatchObject([{ comments: [], closed: [{ status: 'dismissed' }] }]);
});

test('what the agent shows, answers and settles is seen at once', async ({ open }) => {
  const { view, interact, comments } = await open('docs/plan.md', {
    context: { containerDimensions: { width: 1280, height: 300 } },
  });
  await view.page.setViewportSize({ width: 1280, height: 300 });
  await view.comment('a week later', 'Two weeks');
  await view.submit();
  const [{ id: commentId } = {} as Told] = await comments();
  await interact({ type: 'highlight', quote: 'Keep the old importer warm', label: 'Look here' });
  await expect.poll(() => view.sees('Keep the old importer warm')).toBe(true);
  await expect(view.notice).toContainText('Look here');
  await interact({ type: 'reply', commentId, message: 'Two **calendar** weeks?' });
  await expect(view.card('Two weeks')).toContainText('calendar weeks?');
  await interact({ type: 'scroll_to', commentId });
  await expect.poll(() => view.sees('a week later')).toBe(true);
  await interact({ type: 'resolve', commentId, message: 'Says two weeks now.' });
  await expect(view.card('Two weeks')).toHaveAttribute('data-status', 'resolved');
  const reopened = interact({ type: 'get_comments', wait: true });
  await view.act('Two weeks', 'Re-open');
  expect(await reopened).toMatchObject([{ comments: [{ id: commentId, status: 'pending' }] }]);
});
