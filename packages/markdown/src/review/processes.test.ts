import { writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { commentOn, follow, get, opened, plan, project, until, useBench, wordsAt } from './testing/bench.ts';
import { Worker } from './testing/worker-process.ts';

useBench();

it('a batch that is submitted in one process reaches the other', { timeout: 120_000 }, async () => {
  const place = project();
  const document = await opened(place);
  const events = follow(document);
  const other = await Worker.on(place);
  const [may, end] = [commentOn(plan, 'ship in May'), commentOn(plan, 'The end is near')];
  await other.do({ type: 'persist', comments: [may] });
  await until(document, () => document.comment(may.id)?.status === 'draft');
  expect(events.filter(({ type }) => type === 'submitted')).toEqual([]);
  await other.do({ type: 'submit', comments: [end], mode: 'review' });
  await until(document, () => document.comments().filter(({ status }) => status === 'pending').length === 2);
  const told = () => events.flatMap((event) => (event.type === 'submitted' ? event.ids : []));
  await until(document, () => told().length === 2);
  expect(told().sort()).toEqual([may.id, end.id].sort());
  await document.applyAction(may.id, { type: 'reply', replyId: uuidOf(4), text: 'or June' });
  await other.until(() => other.now.comments.some(({ replies }) => replies.length === 1));
  expect(other.now.comments).toEqual(document.comments());
});

it(
  'an edit on disk leads every process to the same places, and to no fight about them',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const paragraphs = Array.from(
      { length: 40 },
      (_, n) => `Paragraph ${n} says that the value is ${n * 7}.`,
    );
    const text = `# Values\n\n${paragraphs.join('\n\n')}\n`;
    const place = project(text);
    const others = [await Worker.on(place), await Worker.on(place)];
    const document = await opened(place);
    const comments = paragraphs.map((quote) => commentOn(text, quote));
    await document.submit(comments, 'edit');
    for (let round = 1; round <= 5; round++) {
      const edited = document.text
        .replace('# Values', `# Values\n\nRound ${round} begins.`)
        .replace(`Paragraph ${round} says`, `Paragraph ${round} tells us`)
        .replace(`Paragraph ${round + 10} says that the value is ${(round + 10) * 7}.\n\n`, '');
      writeFileSync(place.file, edited);
      await until(document, () => document.text === edited);
      for (const other of others) await other.until(() => other.now.text === edited);
    }
    await document.refresh();
    for (const other of others) {
      await other.do({ type: 'refresh' });
      expect(other.now).toEqual({ text: document.text, comments: document.comments() });
    }
    const words = comments.map(({ id }) => wordsAt(document, id));
    expect(words.filter((each) => each === 'stale')).toHaveLength(5);
    expect(words[20]).toBe(paragraphs[20]);
    expect(words[3]).toContain('Paragraph 3 tells us');
  },
);

it(
  'of processes that save at once exactly one wins each time, and no comment is lost',
  { timeout: 120_000 },
  async () => {
    const place = project();
    const document = await opened(place);
    const others = await Promise.all([1, 2, 3].map(() => Worker.on(place)));
    const may = commentOn(plan, 'ship in May');
    await document.submit([may], 'edit');
    await document.exportInline();
    for (let round = 0; round < 5; round++) {
      const { sha } = document.fileMeta;
      const texts = others.map((_, n) => document.text.replace(/^# .*/, `# Plan ${round} of ${n}`));
      const outcomes = await Promise.allSettled(
        others.map((other, n) => other.do({ type: 'save', text: texts[n] ?? '', sha })),
      );
      const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
      const lost = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      expect(lost).toEqual(
        [1, 2].map(() => expect.objectContaining({ code: 'markdown/changed' }) as unknown),
      );
      await until(document, () => document.text === texts[won]);
      expect(wordsAt(document, may.id)).toBe('ship in May');
    }
    expect(get(place.file)).toContain(`mdrev:${may.id}`);
  },
);

it(
  'comments of a process that is killed are there up to the last one it was told is kept',
  { timeout: 120_000 },
  async () => {
    const place = project();
    const other = await Worker.on(place);
    const kept = commentOn(plan, 'ship in May');
    await other.do({ type: 'persist', comments: [kept] });
    other.order({
      type: 'persist',
      comments: Array.from({ length: 50 }, () => commentOn(plan, 'The end is near')),
    });
    await other.until(() => other.now.comments.length > 3);
    const known = other.now.comments.map(({ id }) => id);
    await other.kill();
    const document = await opened(place);
    const there = document.comments().map(({ id }) => id);
    expect(known.filter((id) => !there.includes(id))).toEqual([]);
    await document.persist(commentOn(plan, 'fast enough'));
  },
);
