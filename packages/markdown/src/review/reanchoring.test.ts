import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sampleTime } from '@annotate-mcp/core/testing';

import { sidecarFile } from '../stores/stored-comments.ts';

import {
  commentOn,
  follow,
  get,
  onEnd,
  opened,
  plan,
  project,
  put,
  until,
  useBench,
  wordsAt,
} from './testing/bench.ts';

useBench();

/** As editors and git do it. */
function replaced(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const shifted = plan.replace('# Plan', '# The plan\n\nA new beginning.');

describe('an edit on disk', () => {
  it.each(['in place', 'by a new file'])(
    '(%s) is followed by every comment, and told after them',
    async (how) => {
      const place = project();
      const document = await opened(place, { safetyCheckMs: null });
      const [draft, asked] = [commentOn(plan, 'ship in May'), commentOn(plan, 'small enough')];
      await document.persist(draft);
      await document.answerNow(asked);
      const events = follow(document);
      if (how === 'in place') writeFileSync(place.file, shifted);
      else replaced(place.file, shifted);
      await until(document, () => document.text === shifted);
      expect([wordsAt(document, draft.id), wordsAt(document, asked.id)]).toEqual([
        'ship in May',
        'small enough',
      ]);
      await until(document, () => events.some(({ type }) => type === 'file'));
      expect(events.map(({ type }) => type)).toEqual(['comments', 'file']);
      expect(document.fileMeta.lines).toBe(shifted.split('\n').length - 1);
      expect(document.comment(draft.id)).toMatchObject({ anchor: { line_start: 5 } });
    },
  );

  it('that deletes the text makes the comment stale until the text returns', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(plan, 'The end is near');
    await document.persist(comment);
    const before = document.comment(comment.id);
    writeFileSync(place.file, '# Something else altogether\n');
    await until(document, () => wordsAt(document, comment.id) === 'stale');
    expect(document.comment(comment.id)).toMatchObject({ anchor: before?.anchor, status: 'draft' });
    writeFileSync(place.file, shifted);
    await until(document, () => wordsAt(document, comment.id) === 'The end is near');
  });

  it('that leaves two equal passages makes the comment ambiguous', async () => {
    const text = 'First, read the note.\n\nsee below\n\nThen go on with it.\n';
    const place = project(text);
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(text, 'see below');
    await document.persist(comment);
    writeFileSync(place.file, '# Quite another text\n');
    await until(document, () => wordsAt(document, comment.id) === 'stale');
    writeFileSync(place.file, `# Twice\n\n${text}\n# Again\n\n${text}`);
    await until(document, () => wordsAt(document, comment.id) === 'ambiguous');
    writeFileSync(place.file, text);
    await until(document, () => wordsAt(document, comment.id) === 'see below');
  });

  it('while the file was closed is followed from the text that was seen last', async () => {
    const text = 'Alpha is first.\n\nAlpha is second.\n\nAlpha is third.\n';
    const place = project(text);
    const first = await opened(place);
    const comment = commentOn(text, 'Alpha is second.');
    await first.persist(comment);
    await first.close();
    writeFileSync(place.file, text.replace('Alpha is second.', 'Alpha is the second one.'));
    const second = await opened(place);
    expect(wordsAt(second, comment.id)).toContain('second');
    expect(second.comment(comment.id)?.anchor.quote).toBe('Alpha is second.');
  });

  it('does not change updatedAt of a comment', async () => {
    const place = project();
    const document = await opened(place, { now: () => sampleTime });
    const comment = await document.persist(commentOn(plan, 'ship in May'));
    writeFileSync(place.file, shifted);
    await until(document, () => document.text === shifted);
    expect(document.comment(comment.id)?.updatedAt).toBe(sampleTime.toISOString());
  });

  it('is followed by a comment that was made on the text before it', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(plan, 'The end is near');
    writeFileSync(place.file, shifted);
    await document.persist(comment);
    expect(wordsAt(document, comment.id)).toBe('The end is near');
    expect(document.text).toBe(shifted);
  });
});

describe('in another clone, which has not seen the text before,', () => {
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const paragraphOf = (n: number) =>
    `Step ${n} takes ${n * 7} minutes. Then the importer reads ${n * 13} rows.`;
  const before = numbers.map(paragraphOf).join('\n\n');

  /** Edited while no document is open; `.annotate/` is not part of a clone. */
  async function inClone(quote: string, edit: (text: string) => string, text = before) {
    const place = project(text);
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(text, quote);
    await document.persist(comment);
    await document.submit([], 'edit');
    await document.close();
    rmSync(join(place.root, '.annotate'), { recursive: true });
    writeFileSync(place.file, edit(text));
    const clone = await opened(place, { safetyCheckMs: null });
    return { words: wordsAt(clone, comment.id), clone, id: comment.id };
  }

  it('a comment follows a paragraph that was moved and edited', async () => {
    const moved = paragraphOf(20).replace('importer', 'program');
    const { words, clone, id } = await inClone('Step 20 takes 140 minutes.', () =>
      [paragraphOf(0), moved, ...numbers.filter((n) => n !== 0 && n !== 20).map(paragraphOf)].join('\n\n'),
    );
    expect(words).toBe('Step 20 takes 140 minutes.');
    expect(clone.comment(id)).toMatchObject({ anchor: { line_start: 3 } });
  });

  it('a comment is not put on a copy that was always there', async () => {
    const { words } = await inClone(
      'Step 20 takes 140 minutes.',
      (text) => text.replace(`${paragraphOf(20)}\n\n`, ''),
      `${before}\n\n# Again\n\n${paragraphOf(20)}\n\nThe end.\n`,
    );
    expect(words).toBe('stale');
  });

  it('what the record knows of the text stays in the sidecar when it is exported into the file', async () => {
    const { clone, id } = await inClone('Step 20 takes 140 minutes.', (text) => text);
    expect(clone.comment(id)?.anchor.fingerprint).toMatch(/^0\./);
    await clone.exportInline();
    expect(get(clone.file)).toContain(id);
    expect(get(clone.file)).not.toContain('fingerprint');
  });
});

it('a comment on text that was deleted in the meantime is not placed on its neighbour', async () => {
  const text = '# Shopping\n\n- buy milk\n- buy bread\n- buy eggs\n- sell the car\n';
  const place = project(text);
  const document = await opened(place, { safetyCheckMs: null });
  const comment = commentOn(text, 'buy bread');
  writeFileSync(place.file, text.replace('- buy bread\n', ''));
  await document.persist(comment);
  expect(wordsAt(document, comment.id)).toBe('stale');
  const eggs = commentOn(document.text, 'buy eggs');
  await document.persist(eggs);
  expect(wordsAt(document, eggs.id)).toBe('buy eggs');
});

describe('a file that is written again and again', () => {
  it('does not prevent a comment from being stored', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const writing = setInterval(() => appendFileSync(place.file, 'One more line.\n'), 5);
    onEnd(() => clearInterval(writing));
    const comment = commentOn(plan, 'ship in May');
    await document.persist(comment);
    expect(wordsAt(document, comment.id)).toBe('ship in May');
    clearInterval(writing);
    await until(document, () => document.text === get(place.file));
  });
});

describe('a file that goes away', () => {
  it.each(['deleted', 'renamed', 'with its folder'])(
    '(%s) is a problem; all is well when it is back',
    async (how) => {
      const place = project();
      const document = await opened(place);
      const comment = commentOn(plan, 'ship in May');
      await document.persist(comment);
      if (how === 'deleted') rmSync(place.file);
      else if (how === 'renamed') renameSync(place.file, `${place.file}.old`);
      else rmSync(dirname(place.file), { recursive: true });
      await until(document, () => document.problem !== null);
      expect(document.problem).toContain('docs/plan.md was deleted, moved or renamed');
      expect(document.text).toBe(plan);
      expect(document.fileMeta.writable).toBe(false);
      await document.applyAction(comment.id, { type: 'edit', text: 'still here' });
      await expect(document.save('new', document.fileMeta.sha)).rejects.toMatchObject({
        code: 'markdown/not-found',
      });
      await expect(document.exportInline()).rejects.toMatchObject({ code: 'markdown/not-found' });
      put(place.file, shifted);
      await until(document, () => document.problem === null);
      expect(wordsAt(document, comment.id)).toBe('ship in May');
      expect(document.comment(comment.id)?.annotationText).toBe('still here');
    },
  );

  it('stays a problem when a folder, a link or a picture is in its position', async () => {
    const place = project();
    const document = await opened(place);
    rmSync(place.file);
    mkdirSync(place.file);
    await until(document, () => document.problem?.includes('is a folder') === true);
    rmSync(place.file, { recursive: true });
    put(place.file, Buffer.from([0, 1, 2]));
    await until(document, () => document.problem?.includes('not UTF-8') === true);
    put(place.file, plan);
    await until(document, () => document.problem === null);
    expect(get(join(place.root, 'docs', 'plan.md'))).toBe(plan);
  });
});

describe('a file that is emptied before it is written', () => {
  it('is read after it is written, so that no comment becomes stale', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(plan, 'We ship in May, whatever happens.');
    await document.persist(comment);
    const events = follow(document);
    writeFileSync(place.file, '');
    const looking = document.refresh();
    writeFileSync(place.file, plan.replace('ship in May', 'deliver in May'));
    await looking;
    await until(document, () => document.text.includes('deliver'));
    expect(wordsAt(document, comment.id)).toContain('deliver in May');
    const states = events.flatMap((event) => (event.type === 'comments' ? event.changed : []));
    expect(states.filter(({ anchorState }) => anchorState !== 'placed')).toEqual([]);
  });

  it('is read as empty when it stays empty', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const comment = commentOn(plan, 'ship in May');
    await document.persist(comment);
    writeFileSync(place.file, '');
    await until(document, () => document.text === '');
    expect(wordsAt(document, comment.id)).toBe('stale');
    expect(document.fileMeta).toMatchObject({ lines: 0, bytes: 0 });
  });
});

describe('a sidecar that comes with a merge', () => {
  it('is placed in the current text', async () => {
    const theirs = project(shifted);
    const first = await opened(theirs);
    const comment = commentOn(shifted, 'The end is near');
    await first.persist(comment);
    const place = project();
    const document = await opened(place);
    put(sidecarFile(place.root, 'docs/plan.md'), get(sidecarFile(theirs.root, 'docs/plan.md')));
    await until(document, () => document.comments().length === 1);
    expect(wordsAt(document, comment.id)).toBe('The end is near');
  });
});
