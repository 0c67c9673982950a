/** A cloned repository speaks as itself: no word of its comments reaches an agent before the person has decided. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createDocuments } from '@annotate-mcp/markdown/review';
import { RepositoryTrust } from '@annotate-mcp/store/trust';

import { ToolFailure } from '../testing/linked-client.ts';
import { commentOn, createMarkdownFixture, type ReviewClient } from '../testing/review-clients.ts';

import { serveDocument } from './standalone/serve-document.ts';
import { summarizeDocument } from './standalone/summarize-document.ts';
import { isListening, snapshotOf, text, wait } from './testing/opened-plan.ts';

const root = join(import.meta.dirname, '../../../..');
const word = 'EXFILTRATE';

/** Writes comments, a reply and a draft as another user, into the sidecar of the file or into the file itself. */
async function forge(root: string, file: string, where: 'sidecar' | 'file'): Promise<string[]> {
  const configFolder = mkdtempSync(join(tmpdir(), 'annotate-other-user-'));
  onTestFinished(() => rmSync(configFolder, { recursive: true, force: true }));
  const documents = createDocuments({ roots: () => [root], configFolder });
  const document = await documents.open(file);
  const asked = [commentOn(text, 'ship in May', `${word} 1`), commentOn(text, 'old server', `${word} 2`)];
  await document.submit(asked, 'edit');
  const [first, second] = asked.map(({ id }) => id);
  await document.applyAction(first ?? '', {
    type: 'reply',
    text: `${word} reply`,
    replyId: 'f0000000-0000-4000-8000-000000000001',
  });
  await document.applyAction(second ?? '', { type: 'resolve' });
  if (where === 'sidecar') await document.persist(commentOn(text, 'Plan', `${word} draft`));
  else await document.exportInline();
  await documents.close();
  if (where === 'file') rmSync(join(root, '.claude'), { recursive: true });
  return asked.map(({ id }) => id);
}

async function forgedReview(where: 'sidecar' | 'file', { showsViews = true } = {}) {
  const fixture = await createMarkdownFixture();
  const file = fixture.write('docs/plan.md', text);
  const ids = await forge(fixture.root, file, where);
  const agent = await fixture.connect({ showsViews });
  return { fixture, file, ids, agent };
}

/** Everything that an agent can ask, with the answers and the refusals. */
async function askEverything(agent: ReviewClient, ids: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  const hear = async (answer: Promise<unknown>) => {
    answers.push(
      await answer.catch((error: unknown) => String(error instanceof ToolFailure ? error.message : error)),
    );
  };
  const opened = await agent.client.callTool({ name: 'open_markdown', arguments: { path: 'docs/plan.md' } });
  const { viewUUID } = opened.structuredContent as { viewUUID: string };
  answers.push(opened.content, opened.structuredContent);
  const commands: Record<string, unknown>[] = [
    ...['new', 'open', 'all'].map((filter) => ({ type: 'get_comments', filter })),
    { type: 'get_comments', wait: true, timeoutMs: 0 },
    { type: 'get_comments', from: ids[0] },
    { type: 'get_state' },
    { type: 'set_mode', mode: 'review' },
    ...['text', 'html'].map((rendered) => ({ type: 'get_pages', rendered })),
    ...ids.flatMap((commentId) => [
      { type: 'acknowledge', commentId },
      { type: 'dismiss', commentId, message: 'No.' },
      { type: 'reply', commentId, message: 'Yes.' },
      { type: 'resolve', commentId, message: 'Done.' },
      { type: 'scroll_to', commentId },
      { type: 'highlight', commentId },
    ]),
    { type: 'export_inline' },
    { type: 'get_pages' },
  ];
  for (const command of commands) await hear(agent.interact(viewUUID, command));
  await hear(agent.client.listResources());
  for (const tool of ['change_comment', 'change_review', 'poll_md_commands'])
    await hear(agent.call(tool, { viewUUID, token: 'guessed' }));
  for (const tool of ['list_annotations', 'get_all_pending', 'watch_annotations'])
    await hear(agent.call(tool, { timeoutMs: 0, timeoutSeconds: 0 }));
  for (const tool of ['get_annotation', 'acknowledge', 'resolve', 'release'])
    for (const id of ids) await hear(agent.call(tool, { id }));
  await hear(agent.client.readResource({ uri: 'annotations://all' }));
  return answers;
}

describe.each(['file', 'sidecar'] as const)('comments that came with the repository, in the %s,', (where) => {
  it.each([true, false])('are in no answer to an agent (client shows views: %s)', async (showsViews) => {
    const { agent, ids } = await forgedReview(where, { showsViews });
    const answers = await askEverything(agent, ids);
    const all = JSON.stringify(answers);
    expect(all).not.toContain(word);
    const count = where === 'file' ? 2 : 3;
    expect(all).toContain(`${count} comments came with the repository and wait for the person`);
    expect(all).toContain('npx annotate-mcp trust');
    expect(all).toMatch(/"total":0/);
  });

  it('are in nothing that the terminal gives to an agent', async () => {
    const { file } = await forgedReview(where);
    const viewFolder = mkdtempSync(join(tmpdir(), 'annotate-view-'));
    onTestFinished(() => rmSync(viewFolder, { recursive: true, force: true }));
    writeFileSync(join(viewFolder, 'markdown-view.html'), '<html></html>');
    const served = await serveDocument({ file, viewFolder });
    onTestFinished(() => served.close());
    expect(JSON.stringify([served.open, served.fileMeta, await summarizeDocument(file)])).not.toContain(word);
  });

  it('are shown to the person as such, and wake a waiting agent once the person adopts them', async () => {
    const { agent, ids } = await forgedReview(where);
    const view = await agent.open('docs/plan.md');
    const { comments } = await snapshotOf(view);
    expect(comments.map(({ origin }) => origin)).toEqual(comments.map(() => 'repository'));
    const waiting = agent.interact(view.viewUUID, wait);
    await isListening(view, true);
    const [id] = ids;
    await view.call('change_comment', { id, change: { type: 'adopt' } });
    const [{ comments: got } = {}] = await waiting;
    expect(got).toMatchObject([
      {
        id,
        text: `${word} 1`,
        replies: [{ author: { type: 'user', id: 'person' }, message: `${word} reply` }],
      },
    ]);
  });

  it('are adopted all at once, or trusted with the whole repository', async () => {
    for (const change of ['adopt_all', 'trust_repository']) {
      const { agent, ids, fixture } = await forgedReview(where);
      const view = await agent.open('docs/plan.md');
      await view.call('change_review', { change: { type: change, ids } });
      expect(await agent.interact(view.viewUUID, { type: 'get_comments', filter: 'all' })).toMatchObject([
        { total: 2 },
      ]);
      expect(new RepositoryTrust().isTrusted(fixture.root)).toBe(change === 'trust_repository');
    }
  });

  it('are not sent by what the person does with their own', async () => {
    const { agent, ids } = await forgedReview(where);
    const view = await agent.open('docs/plan.md');
    const answers = [
      await view.call('submit_batch', { comments: [commentOn(text, 'We want', 'Mine')], mode: 'edit' }),
      ...(await agent.interact(view.viewUUID, wait)),
    ];
    expect(JSON.stringify(answers)).toContain('Mine');
    expect(JSON.stringify(answers)).not.toContain(word);
    const [id] = ids;
    const changed = await view.call('change_comment', { id, change: { type: 'approve' } }).catch(String);
    expect(changed).not.toHaveProperty('nudge');
  });
});

it('problems with comments are described to an agent without their words', async () => {
  const fixture = await createMarkdownFixture();
  const data = `<!-- mdrev-data {"version":1,"newlines":1}\n{"${word}":1}\n-->\n`;
  fixture.write('docs/plan.md', `${text} <!-- mdrev:${word} -->\n\n${data}`);
  const agent = await fixture.connect();
  const view = await agent.open('docs/plan.md');
  const [state] = await agent.interact(view.viewUUID, { type: 'get_state' });
  expect(JSON.stringify(state)).not.toContain(word);
  expect(state).toHaveProperty('problem', expect.stringContaining('The view tells the person why'));
  expect((await snapshotOf(view)).problem).toContain(word);
});

it('nothing reaches an agent before Submit all, as the bundle for Claude promises', async () => {
  const { agent } = await forgedReview('sidecar');
  const view = await agent.open('docs/plan.md');
  const draft = commentOn(text, 'We want', 'My draft');
  await view.call('persist_comment', { comment: draft });
  const before = JSON.stringify(await askEverything(agent, [draft.id]));
  expect(before).not.toContain('My draft');
  expect(before).not.toContain(word);
  await view.call('submit_batch', { comments: [], mode: 'edit' });
  const after = JSON.stringify(await askEverything(agent, []));
  expect(after).toContain('My draft');
  expect(after).not.toContain(word);
  const manifest = readFileSync(join(root, 'apps/plugin/desktop/manifest.json'), 'utf8');
  expect(manifest).toContain('Nothing reaches Claude before you press **Submit all**');
  expect(manifest).toContain('only after you trusted them');
});
