/** From the store into the pull request. */
import { describe, expect, it } from 'vitest';

import { type Annotation, dismiss, editText, reply, resolve, submit } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import {
  ada,
  firstOf,
  grace,
  linesOf,
  onLine,
  openBench,
  sourceFile,
  type SyncBench,
  workflow,
} from '../testing/sync-bench.ts';

const at = new Date('2026-11-16T12:00:00.000Z');
const [first, second, third] = [uuidOf(101), uuidOf(102), uuidOf(103)];
const nothing = { comments: 0, listed: 0, replies: 0, edits: 0, resolved: 0, reopened: 0 };

const bodiesOf = ({ pullRequest: { threads, comments } }: SyncBench) => [
  ...threads.map((thread) => thread.comments[0]?.body ?? ''),
  ...comments.map(({ body }) => body),
];

async function fill(bench: SyncBench, ...annotations: Annotation[]): Promise<void> {
  for (const annotation of annotations) await bench.store.add(annotation);
}

describe('sync sends', () => {
  it('annotations on shown lines as one review, and all others as one list', async () => {
    const bench = await openBench();
    const page = sampleAnnotation({ id: third, kind: 'page', annotationText: 'Too slow' });
    await fill(bench, onLine(first, 20), onLine(second, 18), onLine(uuidOf(104), 30), page);
    await fill(bench, sampleAnnotation({ id: uuidOf(105), status: 'draft' }));
    await fill(bench, sampleAnnotation({ id: uuidOf(106), status: 'resolved' }));
    const { sent } = await bench.sync();
    expect(sent).toEqual({ ...nothing, comments: 2, listed: 2 });
    expect(bench.pullRequest.reviews).toEqual([2]);
    expect(bench.pullRequest.threads).toMatchObject([
      { path: sourceFile, line: 20, startLine: null, side: 'RIGHT' },
      { path: sourceFile, line: 18, startLine: null, side: 'RIGHT' },
    ]);
    expect(bench.pullRequest.comments).toHaveLength(1);
    const list = bench.pullRequest.comments[0]?.body ?? '';
    expect(list).toContain('### Annotations that are on no line');
    expect(list).toContain('> Too slow');
    expect(list.match(/^- \[ \] /gm)).toHaveLength(2);
  });

  it('nothing the second time, with its file and without it, and by another person', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), sampleAnnotation({ id: second, kind: 'page' }));
    await bench.store.update(first, (a) =>
      reply(a, sampleAgent, at, { id: uuidOf(9), message: 'Which blue?' }),
    );
    expect((await bench.sync()).sent).toEqual({ ...nothing, comments: 1, listed: 1, replies: 1 });
    const before = bench.github.writes().length;
    expect((await bench.sync()).sent).toEqual(nothing);
    expect((await bench.sync({ without: 'file' })).sent).toEqual(nothing);
    expect((await bench.sync({ as: grace, without: 'file' })).sent).toEqual(nothing);
    expect(bench.github.writes()).toHaveLength(before);
  });

  it('a passage of a document as a comment on several lines, within one hunk', { tags: 'full' }, async () => {
    const bench = await openBench();
    bench.write('docs/plan.md', linesOf(12));
    bench.push();
    const comment = sampleAnnotation({ id: first, kind: 'markdown' });
    if (comment.kind !== 'markdown') throw new Error('The sample is a comment on a document.');
    const anchor = { ...comment.anchor, line_start: 3, line_end: 5 };
    await fill(bench, { ...comment, path: 'docs/plan.md', anchor });
    await bench.sync();
    expect(bench.pullRequest.threads).toMatchObject([{ path: 'docs/plan.md', startLine: 3, line: 5 }]);
  });

  it('the line of the pull request when the file here has changed since', async () => {
    const bench = await openBench();
    bench.write(sourceFile, `new\nlines\n${linesOf(40, { 20: 'changed', 40: 'changed too' })}`);
    await fill(bench, onLine(first, 22), onLine(second, 1));
    const { sent } = await bench.sync();
    expect(sent).toMatchObject({ comments: 1, listed: 1 });
    expect(bench.pullRequest.threads).toMatchObject([{ line: 20 }]);
  });

  it('no guess while the newest commit is not here', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), sampleAnnotation({ id: second, kind: 'page' }));
    const commit = bench.pullRequest.headCommit;
    bench.pullRequest.headCommit = 'f'.repeat(40);
    const report = await bench.sync();
    expect(report).toMatchObject({
      unplaced: [first],
      headCommit: 'f'.repeat(40),
      sent: { comments: 0, listed: 1 },
    });
    bench.pullRequest.headCommit = commit;
    expect((await bench.sync()).sent).toEqual({ ...nothing, comments: 1 });
  });

  it('who wrote what, and nothing that only the author may see', { tags: 'full' }, async () => {
    const bench = await openBench();
    const annotation = {
      ...onLine(first, 20),
      authorName: 'Ada *Lovelace* @team',
      pageUrl: 'http://localhost/a?token=s3cret',
    };
    await fill(bench, annotation);
    await bench.store.update(first, (a) => reply(a, sampleAgent, at, { id: uuidOf(9), message: 'Done' }));
    await bench.sync();
    const [thread] = bench.pullRequest.threads;
    expect(thread?.comments[0]?.body).toContain('**Ada \\*Lovelace\\* @\u2060team** about');
    expect(thread?.comments[0]?.body).not.toContain('s3cret');
    expect(thread?.comments[1]?.body).toContain('**claude-code (agent)** wrote in the project:');
  });

  it('a changed text as an edit of its comment', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), sampleAnnotation({ id: second, kind: 'page' }));
    await bench.sync();
    for (const id of [first, second])
      await bench.store.update(id, (a) => editText(a, sampleAuthor, at, 'Make it green'));
    expect((await bench.sync()).sent).toEqual({ ...nothing, edits: 2 });
    for (const body of bodiesOf(bench)) expect(body).toContain('> Make it green');
    expect((await bench.sync()).sent).toEqual(nothing);
  });

  it('resolutions and dismissals as resolved threads and ticked boxes', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), onLine(second, 21), sampleAnnotation({ id: third, kind: 'page' }));
    await bench.sync();
    const note = (n: number) => ({ id: uuidOf(n), message: 'It is blue now' });
    await bench.store.update(first, (a) => resolve(a, sampleAgent, at, note(1)));
    await bench.store.update(second, (a) => dismiss(a, sampleAgent, at, note(2)));
    await bench.store.update(third, (a) => resolve(a, sampleAgent, at, note(3)));
    expect((await bench.sync()).sent).toEqual({ ...nothing, replies: 2, resolved: 2, edits: 1 });
    expect(bench.pullRequest.threads.map(({ resolvedBy }) => resolvedBy?.login)).toEqual(['ada', 'ada']);
    expect(bench.pullRequest.comments[0]?.body).toMatch(/^- \[x\] /m);
    expect((await bench.sync()).sent).toEqual(nothing);
    expect(await bench.store.get(first)).toMatchObject({ status: 'resolved' });
  });

  it('a resolution in words where the token may not resolve threads', { tags: 'full' }, async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20));
    await bench.sync({ as: workflow, receives: false });
    await bench.store.update(first, (a) => resolve(a, sampleAgent, at));
    expect((await bench.sync({ as: workflow, receives: false })).sent).toMatchObject({ resolved: 1 });
    const [thread] = bench.pullRequest.threads;
    expect(thread).toMatchObject({ resolvedBy: null });
    expect(thread?.comments[1]?.body).toMatch(/^Resolved\.\n/);
    expect((await bench.sync({ as: workflow, without: 'file' })).sent).toEqual(nothing);
    expect(await bench.store.get(first)).toMatchObject({ status: 'resolved' });
  });

  it('nothing again that a person has deleted there', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), sampleAnnotation({ id: second, kind: 'page' }));
    await bench.sync();
    bench.pullRequest.threads.length = 0;
    bench.pullRequest.comments.length = 0;
    expect((await bench.sync()).sent).toEqual(nothing);
  });

  it('a comment that GitHub takes on no line into the list, and the others of the review as they are', async () => {
    const bench = await openBench();
    const { filename, patch = '' } = firstOf(bench.pullRequest.files);
    const seen = { filename, patch: patch.replace('@@ -37,4 +37,4 @@', '@@ -137,4 +137,4 @@') };
    await fill(bench, ...[17, 18, 19, 40, 20].map((line, n) => onLine(uuidOf(200 + n), line)));
    // GitHub says one thing in its list of files, and another when the review comes.
    bench.github.failNext(({ path }) => path.includes('/files'), {
      status: 200,
      body: bench.pullRequest.files,
    });
    bench.pullRequest.files = [seen];
    const { sent } = await bench.sync();
    expect(sent).toMatchObject({ comments: 4, listed: 1 });
    expect(bench.pullRequest.threads.map(({ line }) => line).toSorted()).toEqual([17, 18, 19, 20]);
    expect((await bench.sync()).sent).toEqual(nothing);
  });

  it('only what is the own of the person, unless all of the repository is asked for', async () => {
    const bench = await openBench();
    await fill(bench, { ...onLine(first, 20), origin: 'repository' });
    expect((await bench.sync()).sent).toEqual(nothing);
    expect(
      (await bench.sync({ as: workflow, includesRepository: true, receives: false })).sent,
    ).toMatchObject({
      comments: 1,
    });
  });

  it('nothing in a dry run, and shows what it would send', async () => {
    const bench = await openBench();
    await fill(bench, onLine(first, 20), sampleAnnotation({ id: second, kind: 'page' }));
    const report = await bench.sync({ isDryRun: true });
    expect(report).toMatchObject({ isDryRun: true, sent: { comments: 1, listed: 1 } });
    expect(report.bodies).toHaveLength(2);
    expect(report.bodies[0]).toMatch(/^src\/app\.tsx:20\n\*\*/);
    expect(bench.github.writes()).toEqual([]);
    expect((await bench.sync()).sent).toMatchObject({ comments: 1, listed: 1 });
  });

  it('300 annotations in a few requests, and reads them again page by page', { tags: 'full' }, async () => {
    const bench = await openBench();
    for (let n = 0; n < 300; n++) {
      const annotation =
        n % 2 === 0
          ? onLine(uuidOf(1_000 + n), 20)
          : sampleAnnotation({ id: uuidOf(1_000 + n), kind: 'page' });
      await bench.store.add(annotation);
    }
    expect((await bench.sync()).sent).toMatchObject({ comments: 150, listed: 150 });
    expect(bench.pullRequest.reviews).toEqual([50, 50, 50]);
    expect(bench.pullRequest.comments.length).toBeLessThan(5);
    const before = bench.github.writes().length;
    expect((await bench.sync({ without: 'file' })).sent).toEqual(nothing);
    expect(bench.github.writes()).toHaveLength(before);
    expect(before).toBeLessThan(8);
  });

  it('long texts in parts that GitHub takes', { tags: 'full' }, async () => {
    const bench = await openBench();
    const long = 'word @team <b>\n'.repeat(6_000);
    await fill(bench, onLine(first, 20, { annotationText: long }));
    for (let n = 0; n < 30; n++)
      await fill(bench, sampleAnnotation({ id: uuidOf(500 + n), kind: 'page', annotationText: long }));
    await bench.store.update(first, (a) => reply(a, sampleAgent, at, { id: uuidOf(9), message: long }));
    expect((await bench.sync()).sent).toMatchObject({ comments: 1, listed: 30, replies: 1 });
    expect(bench.pullRequest.comments.length).toBeGreaterThan(1);
    expect((await bench.sync({ without: 'file' })).sent).toEqual(nothing);
  });

  it('a draft after it was sent, into the list that is there', { tags: 'full' }, async () => {
    const bench = await openBench();
    await fill(
      bench,
      sampleAnnotation({ id: first, kind: 'page' }),
      sampleAnnotation({ id: second, kind: 'page', status: 'draft' }),
    );
    await bench.sync();
    await bench.store.update(second, (a) => submit(a, sampleAuthor, at));
    expect((await bench.sync()).sent).toEqual({ ...nothing, listed: 1 });
    expect(bench.pullRequest.comments).toHaveLength(1);
    expect(bench.pullRequest.comments[0]?.editor).toEqual(ada);
  });

  it('keeps what others wrote into a list, and entries that it does not know', { tags: 'full' }, async () => {
    const bench = await openBench();
    await fill(
      bench,
      sampleAnnotation({ id: first, kind: 'page' }),
      sampleAnnotation({ id: second, kind: 'page' }),
    );
    await bench.sync();
    const list = firstOf(bench.pullRequest.comments);
    bench.pullRequest.edit(grace, list, `${list.body}\n\nGrace was here.`);
    await bench.store.remove(second);
    await bench.store.update(first, (a) => editText(a, sampleAuthor, at, 'Make it green'));
    expect((await bench.sync()).sent).toEqual({ ...nothing, edits: 1 });
    expect(list.body).toContain('Grace was here.');
    expect(list.body).toContain('Make it green');
    expect(list.body.match(/^- \[ \] /gm)).toHaveLength(2);
  });
});
