import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { anchorAt, blocksOf } from '../document/index.ts';
import { readMarkers } from '../markers/read-markers.ts';

import type { MarkdownDocument } from './markdown-document.ts';
import { commentOn, get, opened, plan, project, useBench, wordsAt } from './testing/bench.ts';

useBench();

const agent = { type: 'agent', agentId: 'a', agentName: 'claude-code' } as const;

const suggestionOn = (quote: string, replacement: string, text = plan) => ({
  ...commentOn(text, quote),
  suggestion: { replacement },
});

const apply = (document: MarkdownDocument, id: string) => document.applyAction(id, { type: 'apply' });
const undo = (document: MarkdownDocument, id: string) => document.applyAction(id, { type: 'undo_apply' });

describe('a suggestion', () => {
  it('is kept in the sidecar, and changed while it is a draft', async () => {
    const place = project();
    const input = suggestionOn('in May', 'in June');
    const document = await opened(place);
    await document.persist(input);
    await document.persist({ ...input, suggestion: { replacement: 'in July' } });
    expect((await opened(place)).comment(input.id)?.suggestion).toEqual({ replacement: 'in July' });
    const { suggestion: _none, ...comment } = input;
    await document.persist(comment);
    expect(document.comment(input.id)).not.toHaveProperty('suggestion');
  });

  it('stays as it was once it is sent', async () => {
    const document = await opened(project());
    const input = suggestionOn('in May', 'in June');
    await document.submit([input], 'edit');
    await document.persist({ ...input, suggestion: { replacement: 'never' } });
    expect(document.comment(input.id)?.suggestion).toEqual({ replacement: 'in June' });
  });

  it.each([
    { name: 'replaces', quote: 'in May', replacement: 'in June', at: 'in June' },
    { name: 'inserts', quote: 'in May', replacement: 'early in May', at: 'early in May' },
    { name: 'deletes', quote: ', whatever happens', replacement: '', at: '.' },
    {
      name: 'makes several lines of it',
      quote: '- small enough to read',
      replacement: '- small\n- plain',
      at: '- small\n- plain',
    },
  ])('$name, and its comment is resolved where the new words are', async ({ quote, replacement, at }) => {
    const place = project();
    const document = await opened(place);
    const input = suggestionOn(quote, replacement);
    const other = commentOn(plan, 'The end');
    await document.submit([input, other], 'edit');
    expect(await apply(document, input.id)).toMatchObject({
      status: 'resolved',
      acceptedAt: expect.any(String) as string,
      anchorState: 'placed',
    });
    expect(get(place.file)).toBe(plan.replace(quote, replacement));
    expect(wordsAt(document, input.id)).toBe(at);
    expect(wordsAt(document, other.id)).toBe('The end');
    expect(document.comment(input.id)?.anchor.quote).toBe(quote);
    await document.refresh();
    expect(wordsAt(document, input.id)).toBe(at);
  });

  it('gets the line ends of the file', async () => {
    const text = `\uFEFF${plan}`.replaceAll('\n', '\r\n');
    const place = project(text);
    const document = await opened(place);
    const input = suggestionOn('The end', 'It is late.\n\nThe end', text);
    await document.submit([input], 'edit');
    await apply(document, input.id);
    expect(get(place.file)).toBe(text.replace('The end', 'It is late.\r\n\r\nThe end'));
  });

  it('follows its passage, and is refused when other words are there', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const input = suggestionOn('in May', 'in June');
    const second = suggestionOn('fast enough for everybody', 'fast');
    await document.submit([input, second], 'edit');
    const later = `New.\n\n${plan}`.replace('fast enough', 'quick enough');
    writeFileSync(place.file, later);
    await apply(document, input.id);
    expect(get(place.file)).toBe(later.replace('in May', 'in June'));
    await expect(apply(document, second.id)).rejects.toMatchObject({
      code: 'edit/does-not-fit',
      message: expect.stringMatching(
        /The passage "fast enough for everybody" now reads "quick enough.* unchanged/,
      ) as string,
    });
    expect(get(place.file)).toBe(later.replace('in May', 'in June'));
    expect(document.comment(second.id)?.status).toBe('pending');
  });

  it('is not applied where the comment may not be closed, and where there is none', async () => {
    const place = project();
    const document = await opened(place);
    const draft = suggestionOn('in May', 'in June');
    const plain = commentOn(plan, 'The end');
    await document.submit([plain], 'edit');
    await document.persist(draft);
    await expect(apply(document, draft.id)).rejects.toMatchObject({ code: 'lifecycle/wrong-status' });
    await expect(apply(document, plain.id)).rejects.toMatchObject({ code: 'edit/none' });
    expect(get(place.file)).toBe(plan);
  });

  it('survives in markers, and can be applied there', async () => {
    const place = project();
    const document = await opened(place);
    const input = suggestionOn('in May', '--> <b>June</b>');
    await document.submit([input], 'edit');
    await document.applyAction(input.id, { type: 'move', to: 'inline' });
    expect(readMarkers(get(place.file)).comments).toMatchObject([
      { suggestion: { replacement: '--> <b>June</b>' } },
    ]);
    await apply(document, input.id);
    const { text, comments } = readMarkers(get(place.file));
    expect(text).toBe(plan.replace('in May', '--> <b>June</b>'));
    expect(comments).toMatchObject([{ status: 'resolved' }]);
    expect(wordsAt(document, input.id)).toBe('--> <b>June</b>');
    await undo(document, input.id);
    expect(readMarkers(get(place.file)).text).toBe(plan);
    expect(wordsAt(document, input.id)).toBe('in May');
  });
});

describe('undoing', () => {
  it('writes the old text back and opens the comment again, for the person to decide', async () => {
    const place = project();
    const document = await opened(place);
    const input = suggestionOn('in May', 'in June');
    await document.submit([input], 'edit');
    await apply(document, input.id);
    expect(await undo(document, input.id)).toMatchObject({
      status: 'pending',
      undoneAt: expect.any(String) as string,
    });
    expect(get(place.file)).toBe(plan);
    expect(wordsAt(document, input.id)).toBe('in May');
    await apply(document, input.id);
    expect(get(place.file)).toContain('in June');
  });

  it('is refused when the file was changed since', async () => {
    const place = project();
    const document = await opened(place, { safetyCheckMs: null });
    const input = suggestionOn('in May', 'in June');
    await document.submit([input], 'edit');
    await apply(document, input.id);
    const later = `${get(place.file)}More.\n`;
    writeFileSync(place.file, later);
    await expect(undo(document, input.id)).rejects.toMatchObject({ code: 'edit/does-not-fit' });
    expect(get(place.file)).toBe(later);
    expect(document.comment(input.id)?.status).toBe('resolved');
  });
});

describe('an agent', () => {
  it('suggests by itself, and the comment waits for the person', async () => {
    const place = project();
    const document = await opened(place);
    const start = plan.indexOf('whatever');
    const anchor = anchorAt(plan, blocksOf(plan), start, start + 8);
    await document.suggest({ id: uuidOf(7), anchor, replacement: 'Whatever' }, agent);
    expect((await opened(place)).comment(uuidOf(7))).toMatchObject({
      agentName: 'claude-code',
      annotationText: 'Replace this with: Whatever',
      intent: 'review',
      status: 'pending',
      answeredAt: expect.any(String) as string,
    });
    await apply(document, uuidOf(7));
    expect(get(place.file)).toBe(plan.replace('whatever', 'Whatever'));
  });

  it('suggests in a reply, and the newest suggestion of a thread is applied', async () => {
    const place = project();
    const document = await opened(place);
    const input = suggestionOn('in May', 'in June');
    await document.submit([input], 'edit');
    const note = { id: uuidOf(8), message: 'June is full.', suggestion: { replacement: 'in July' } };
    await document.agentMove(input.id, 'reply', agent, note);
    expect(await document.applySuggestion(input.id, agent)).toMatchObject({
      status: 'resolved',
      replies: [{ id: note.id }, { author: 'agent', message: 'Applied as suggested.' }],
    });
    expect(get(place.file)).toBe(plan.replace('in May', 'in July'));
  });
});
