import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { sampleAgent, uuidOf } from '@annotate-mcp/core/testing';

import { readMarkers } from '../markers/read-markers.ts';

import { commentOn, follow, get, opened, plan, project, until, useBench, wordsAt } from './testing/bench.ts';

useBench();

async function mirrored() {
  const place = project();
  const document = await opened(place);
  const may = commentOn(plan, 'ship in May');
  await document.submit([may], 'edit');
  await document.setMirror(true);
  const inFile = () => readMarkers(readFileSync(place.file, 'utf8')).comments;
  return { place, document, id: may.id, inFile };
}

/** The file after a change on another machine. */
async function elsewhere(
  raw: string,
  change: (document: Awaited<ReturnType<typeof opened>>) => Promise<unknown>,
) {
  const place = project(raw);
  const document = await opened(place);
  await change(document);
  await document.close();
  return get(place.file);
}

describe('a mirror', () => {
  it('writes into the file what happens in the sidecar', async () => {
    const { document, id, inFile } = await mirrored();
    expect(document.mirror).toBe(true);
    expect(inFile()).toMatchObject([{ id, status: 'pending', store: 'inline' }]);
    await document.applyAction(id, { type: 'reply', replyId: uuidOf(9), text: 'or June' });
    expect(inFile()).toMatchObject([{ replies: [{ message: 'or June' }] }]);
    const next = commentOn(plan, 'The end is near');
    await document.persist(next);
    expect(inFile()).toHaveLength(1);
    await document.submit([], 'edit');
    expect(inFile()).toHaveLength(2);
    await document.applyAction(next.id, { type: 'delete' });
    expect(inFile()).toHaveLength(1);
    expect(document.comments().every(({ store }) => store === 'sidecar')).toBe(true);
  });

  it('takes comments into the sidecar that other programs write into the file', async () => {
    const { place, document, id } = await mirrored();
    const end = commentOn(plan, 'The end is near');
    const raw = await elsewhere(get(place.file), async (theirs) => {
      await theirs.applyAction(id, { type: 'resolve' });
      await theirs.submit([end], 'edit');
      await theirs.exportInline();
    });
    writeFileSync(place.file, raw);
    await until(document, () => document.comment(end.id)?.store === 'sidecar');
    expect(document.comment(id)).toMatchObject({ status: 'resolved', store: 'sidecar' });
  });

  it('lets the sidecar win a conflict, and keeps the other version in the thread', async () => {
    const { place, document, id, inFile } = await mirrored();
    const raw = await elsewhere(get(place.file), (theirs) =>
      theirs.applyAction(id, { type: 'edit', text: 'theirs' }),
    );
    await document.setMirror(false);
    await document.applyAction(id, { type: 'edit', text: 'ours' });
    writeFileSync(place.file, raw);
    await document.setMirror(true);
    await until(document, () => document.comment(id)?.replies.length === 1);
    expect(document.comment(id)).toMatchObject({ annotationText: 'ours' });
    expect(document.comment(id)?.replies[0]?.message).toContain('theirs');
    expect(inFile()).toMatchObject([{ annotationText: 'ours', replies: [{ author: 'user' }] }]);
    await document.refresh();
    expect(document.comment(id)?.replies).toHaveLength(1);
  });

  it('writes comments again that were cut out of the file', async () => {
    const { place, document, id, inFile } = await mirrored();
    writeFileSync(place.file, plan.replace('# Plan', '# The plan'));
    await until(document, () => document.text.includes('The plan') && inFile().length === 1);
    expect(document.comment(id)).toMatchObject({ status: 'pending', store: 'sidecar' });
    expect(wordsAt(document, id)).toBe('ship in May');
  });

  it('leaves the file alone while only the text is edited', async () => {
    const { place, document, id } = await mirrored();
    const edited = get(place.file).replace('# Plan', '# The plan\n\nNew.');
    writeFileSync(place.file, edited);
    await until(document, () => document.text.includes('New.'));
    await document.refresh();
    expect(get(place.file)).toBe(edited);
    expect(wordsAt(document, id)).toBe('ship in May');
  });

  it('does not react to its own writes, even with two processes on one file', async () => {
    const { place, document, id } = await mirrored();
    const other = await opened(place);
    expect(other.mirror).toBe(true);
    const [here, there] = [follow(document), follow(other)];
    await other.agentMove(id, 'reply', sampleAgent, { id: uuidOf(7), message: 'on it' });
    await until(document, () => document.comment(id)?.replies.length === 1);
    const { ino, mtimeNs } = statSync(place.file, { bigint: true });
    for (const each of [document, other, document, other]) await each.refresh();
    const after = statSync(place.file, { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([ino, mtimeNs]);
    expect([...here, ...there].filter(({ type }) => type === 'problem')).toEqual([]);
    expect(document.comments()).toEqual(other.comments());
  });

  it('is switched off for every process, and leaves the markers in the file', async () => {
    const { place, document, id, inFile } = await mirrored();
    const other = await opened(place);
    await document.setMirror(false);
    await until(other, () => !other.mirror);
    await other.applyAction(id, { type: 'edit', text: 'only in the sidecar' });
    expect(inFile()).toHaveLength(1);
    expect(inFile()[0]?.annotationText).not.toBe('only in the sidecar');
  });
});
