import { chmodSync, lstatSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { readMarkers } from '../markers/read-markers.ts';

import { commentOn, follow, get, opened, plan, project, until, useBench, wordsAt } from './testing/bench.ts';

useBench();

const later = plan.replace('# Plan', '# The plan\n\nA new beginning.');

describe('saving', () => {
  it('replaces the file, keeps its permissions, and moves the comments', async () => {
    const place = project();
    chmodSync(place.file, 0o600);
    const document = await opened(place);
    const [draft, asked] = [commentOn(plan, 'ship in May'), commentOn(plan, 'small enough')];
    await document.persist(draft);
    await document.answerNow(asked);
    const events = follow(document);
    const meta = await document.save(later, document.fileMeta.sha);
    expect(get(place.file)).toBe(later);
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
    expect(meta).toEqual(document.fileMeta);
    expect(events.map(({ type }) => type)).toEqual(['comments', 'file']);
    expect([wordsAt(document, draft.id), wordsAt(document, asked.id)]).toEqual([
      'ship in May',
      'small enough',
    ]);
    await document.refresh();
    expect(events).toHaveLength(2);
  });

  it('refuses a text that is too long to be opened again', async () => {
    const place = project();
    const document = await opened(place);
    const text = 'x'.repeat(10_000_001);
    await expect(document.save(text, document.fileMeta.sha)).rejects.toMatchObject({
      code: 'markdown/too-large',
    });
    expect(get(place.file)).toBe(plan);
  });

  it('puts markers back where they belong, and keeps line ends and byte order mark', async () => {
    const text = `\uFEFF${plan}`.replaceAll('\n', '\r\n');
    const place = project(text);
    const document = await opened(place);
    const may = commentOn(text, 'ship in May');
    await document.submit([may], 'edit');
    await document.exportInline();
    const edited = text.replace('# Plan', '# The plan\r\n\r\nNew.');
    await document.save(edited, document.fileMeta.sha);
    const { text: stripped, comments } = readMarkers(get(place.file));
    expect(stripped).toBe(edited);
    expect(comments.map(({ anchor }) => stripped.slice(anchor.char_start, anchor.char_end))).toEqual([
      'ship in May',
    ]);
    expect(wordsAt(document, may.id)).toBe('ship in May');
  });

  it('is refused when the file is not what was read', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const { sha } = document.fileMeta;
    writeFileSync(place.file, later);
    await expect(document.save('mine', sha)).rejects.toMatchObject({ code: 'markdown/changed' });
    expect(get(place.file)).toBe(later);
    await document.save('mine', document.fileMeta.sha);
    expect(get(place.file)).toBe('mine');
  });

  it('accepts one of two saves at once, and refuses the other', async () => {
    const place = project();
    const [first, second] = [await opened(place), await opened(place)];
    const { sha } = first.fileMeta;
    const outcomes = await Promise.allSettled([first.save('first\n', sha), second.save('second\n', sha)]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ code: 'markdown/changed' });
    const winner = outcomes[0].status === 'fulfilled' ? 'first\n' : 'second\n';
    expect(get(place.file)).toBe(winner);
    await until(first, () => first.text === winner);
    await until(second, () => second.text === winner);
  });

  it('through a link writes the target of the link', async () => {
    const place = project();
    const real = `${place.file}.real.md`;
    renameSync(place.file, real);
    symlinkSync(real, place.file);
    const document = await opened(place);
    expect(document.file).toBe(real);
    await document.save('new\n', document.fileMeta.sha);
    expect(get(real)).toBe('new\n');
    expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
  });
});
