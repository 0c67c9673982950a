import { readdirSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { MarkdownDocument } from './markdown-document.ts';
import { commentOn, follow, get, opened, plan, project, put, until, useBench } from './testing/bench.ts';

useBench();

const edited = plan.replace('in May', 'in June');
const reviewedText = (document: MarkdownDocument) => document.reviewed?.text ?? null;

/** As an agent does it; resolves when the document has read it. */
async function edit(document: MarkdownDocument, text: string): Promise<void> {
  put(document.file, text);
  await until(document, () => document.text === text);
}

describe('the text that was reviewed last', () => {
  it('is none on the first opening, whatever is edited then', async () => {
    const document = await opened(project());
    await edit(document, edited);
    expect(document.reviewed).toBeNull();
  });

  it('is told only while the file differs', async () => {
    const document = await opened(project());
    await document.markReviewed();
    expect(document.reviewed).toBeNull();
    const events = follow(document);
    await edit(document, edited);
    expect(reviewedText(document)).toBe(plan);
    expect(events).toContainEqual({ type: 'reviewed', reviewedSha: document.reviewed?.sha });
    await edit(document, plan);
    expect(document.reviewed).toBeNull();
    expect(events).toContainEqual({ type: 'reviewed', reviewedSha: null });
  });

  it('is kept for the next process, readable by its user only', async () => {
    const place = project();
    const document = await opened(place);
    await document.markReviewed();
    await document.close();
    put(place.file, edited);
    const next = await opened(place);
    expect(reviewedText(next)).toBe(plan);
    const folder = join(place.root, '.annotate', 'markdown');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.reviewed.md'));
    expect(get(join(folder, name))).toBe(plan);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('is marked in every process that has the document open', async () => {
    const place = project();
    const [document, other] = [await opened(place), await opened(place)];
    await document.markReviewed();
    await edit(document, edited);
    await until(other, () => reviewedText(other) === plan);
    await document.markReviewed();
    await until(other, () => other.reviewed === null);
  });

  it('is the one that the person saw when the file was edited at the same moment', async () => {
    const document = await opened(project());
    const { sha } = document.fileMeta;
    await edit(document, edited);
    await document.markReviewed(sha);
    expect(reviewedText(document)).toBe(plan);
    await document.markReviewed('a hash from another time');
    expect(reviewedText(document)).toBe(plan);
  });

  it('has no markers, so that an export is no change', async () => {
    const document = await opened(project());
    await document.submit([commentOn(plan, 'ship in May')], 'edit');
    await document.markReviewed();
    await document.exportInline();
    expect(document.reviewed).toBeNull();
  });

  it('follows what the person edits in the view, between the edits of an agent', async () => {
    const document = await opened(project());
    await document.markReviewed();
    const fixed = plan.replace('fast enough', 'quick enough');
    await document.save(fixed, document.fileMeta.sha);
    expect(document.reviewed).toBeNull();
    const agents = fixed.replace('The end is near.', 'The end is far.');
    await edit(document, agents);
    await document.save(agents.replace('in May', 'in June'), document.fileMeta.sha);
    expect(reviewedText(document)).toBe(fixed.replace('in May', 'in June'));
  });

  it('stays where the person edits a line that the agent has changed too', async () => {
    const document = await opened(project());
    await document.markReviewed();
    await edit(document, edited);
    await document.save(edited.replace('in June', 'in early June'), document.fileMeta.sha);
    expect(reviewedText(document)).toBe(plan);
  });

  it('is not written through a link that leads out of the project', async () => {
    const place = project();
    const document = await opened(place);
    await document.markReviewed();
    await document.close();
    const folder = join(place.root, '.annotate', 'markdown');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.reviewed.md'));
    const outside = project('Not yours.\n');
    unlinkSync(join(folder, name));
    symlinkSync(outside.file, join(folder, name));
    await expect(opened(place)).rejects.toThrow();
    expect(get(outside.file)).toBe('Not yours.\n');
  });

  it('is compared with nothing while it cannot be read', async () => {
    const place = project();
    const document = await opened(place);
    await document.markReviewed();
    await document.close();
    const folder = join(place.root, '.annotate', 'markdown');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.reviewed.md'));
    writeFileSync(join(folder, name), Buffer.alloc(10_500_000, 'a'));
    expect((await opened(place)).reviewed).toBeNull();
  });
});
