import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { wholeDocument } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { commentsAsMarkdown } from '../document/index.ts';
import { nameOf } from '../stores/stored-comments.ts';

import { commentOn, follow, get, opened, plan, project, put, until, useBench } from './testing/bench.ts';

useBench();

const approve = { id: uuidOf(1), verdict: 'approve', text: 'Good.' } as const;
const verdictFile = (root: string) =>
  join(root, '.annotate', 'markdown', `${nameOf('docs/plan.md')}.verdict.json`);

describe('a verdict', () => {
  it('is given with all drafts in one act', async () => {
    const document = await opened(project());
    await document.persist(commentOn(plan, 'May'));
    const events = follow(document);
    const { ids, hasNewVerdict } = await document.submit([commentOn(plan, 'fast')], 'edit', approve);
    expect({ count: ids.length, hasNewVerdict }).toEqual({ count: 2, hasNewVerdict: true });
    expect(events.map(({ type }) => type)).toEqual(['comments', 'verdict', 'submitted']);
    expect(document.verdict).toMatchObject({ ...approve, outdated: false });
  });

  it('that is sent twice counts once', async () => {
    const document = await opened(project());
    await document.submit([], 'edit', approve);
    const [events, before] = [follow(document), document.verdict];
    expect(await document.submit([], 'edit', approve)).toEqual({
      comments: [],
      ids: [],
      hasNewVerdict: false,
    });
    expect({ events, verdict: document.verdict }).toEqual({ events: [], verdict: before });
  });

  it('is outdated when the text changes, and not when comments are written into the file', async () => {
    const here = project();
    const document = await opened(here);
    await document.submit([commentOn(plan, 'May')], 'edit', approve);
    await document.exportInline();
    expect(get(here.file)).toContain('mdrev');
    expect(document.verdict).toMatchObject({ outdated: false });
    put(here.file, plan.replace('May', 'June'));
    await until(document, () => document.verdict?.outdated === true);
  });

  it('reaches another process, and is there after a restart', async () => {
    const here = project();
    const [first, second] = [await opened(here), await opened(here)];
    await first.submit([], 'edit', { id: uuidOf(2), verdict: 'changes' });
    await until(second, () => second.verdict?.verdict === 'changes');
    expect((await opened(here)).verdict).toEqual(first.verdict);
  });

  it('that came with the repository is not read', async () => {
    const here = project();
    await (await opened(here)).submit([], 'edit', approve);
    const file = verdictFile(here.root);
    const forged = get(file).replace('"approve"', '"changes"');
    for (const text of [forged, 'no JSON']) {
      writeFileSync(file, text);
      expect((await opened(here)).verdict).toBeNull();
    }
  });

  it('on one document is none on another', async () => {
    const here = project();
    await (await opened(here)).submit([], 'edit', approve);
    const other = { root: here.root, file: join(here.root, 'docs', 'other.md') };
    put(other.file, plan);
    put(
      join(here.root, '.annotate', 'markdown', `${nameOf('docs/other.md')}.verdict.json`),
      get(verdictFile(here.root)),
    );
    expect((await opened(other)).verdict).toBeNull();
  });
});

describe('a comment on the whole document', () => {
  const whole = { id: uuidOf(3), text: 'Too long.', anchor: wholeDocument };

  it('comes first, and no edit makes it stale', async () => {
    const here = project();
    const document = await opened(here);
    await document.submit([commentOn(plan, '# Plan'), whole], 'edit');
    expect(document.comments()[0]?.id).toBe(whole.id);
    for (const text of ['Something else.\n', '', plan]) {
      put(here.file, text);
      await document.refresh();
      expect(document.comment(whole.id)).toMatchObject({ anchor: wholeDocument, anchorState: 'placed' });
    }
  });

  it('is written into the file and read again', async () => {
    const here = project();
    const document = await opened(here);
    await document.submit([whole], 'edit');
    await document.applyAction(whole.id, { type: 'move', to: 'inline' });
    expect(document.comment(whole.id)).toMatchObject({ store: 'inline', anchor: wholeDocument });
    const [head = ''] = get(here.file).split('<!-- mdrev-data');
    expect(head.trimEnd()).toBe(plan.trimEnd());
    expect((await opened(here)).comment(whole.id)).toMatchObject({
      anchor: wholeDocument,
      anchorState: 'placed',
    });
  });

  it('is printed without a quote', async () => {
    const document = await opened(project());
    const { comments } = await document.submit([whole], 'edit');
    const text = commentsAsMarkdown(comments, { mode: 'edit', path: 'docs/plan.md' });
    expect(text).toContain('## 1. The whole document\n');
    expect(text).not.toMatch(/Quoted|Block/);
  });
});
