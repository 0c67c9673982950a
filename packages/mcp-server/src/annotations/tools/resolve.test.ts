import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { type Annotation, describeAnchor, isEditIn } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../../testing/linked-client.ts';

const id = uuidOf(1);
const at = { line: 1, column: 1 };

/** A page that shows `quote` between two sentences, and the file that it is written in. */
async function startWith(file: string, source: string, quote: string) {
  const { store, root, connect } = await startLinked();
  const write = (text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write(source);
  const shown = `We open at seven. ${quote} See you there.`;
  const start = shown.indexOf(quote);
  const anchor = describeAnchor(shown, start, start + quote.length);
  const annotation = { ...sampleAnnotation({ id, kind: 'text' }), anchor, sourceLocation: { file, ...at } };
  await store.add(annotation as Annotation);
  const { call } = await connect();
  return { store, write, call };
}

describe('a text that the agent reworded before it resolves', () => {
  it.each([
    {
      name: 'in Markdown',
      file: 'src/content/frost.md',
      source: '# Frost\n\nWe open at seven. Bring *gloves*, and mind the ramp. See you there.\n',
      edit: ['Bring *gloves*, and mind the ramp.', 'The [ramp](/ramp) is **icy** in the morning.'],
      words: 'The ramp is icy in the morning.',
    },
    {
      name: 'in JSX',
      file: 'src/Notice.tsx',
      source:
        'export const Notice = () => (\n  <p>\n    We open at seven. <b>Bring gloves, and mind the ramp.</b> See you there.\n  </p>\n);\n',
      edit: ['Bring gloves, and mind the ramp.', 'Ice outside'],
      words: 'Ice outside',
    },
  ])('is found $name by the edit itself', async ({ file, source, edit: [from = '', to = ''], words }) => {
    const { store, write, call } = await startWith(file, source, 'Bring gloves, and mind the ramp.');
    await call('acknowledge', { id });
    write(source.replace(from, to));
    await call('resolve', { id, summary: 'Reworded.' });
    expect(await store.get(id)).toMatchObject({ status: 'resolved', replacementText: words });
  });

  const source = 'We open at seven. Bring gloves, and mind the ramp. See you there.\n';
  const quote = 'Bring gloves, and mind the ramp.';

  it('is what the agent says, if it does', async () => {
    const { store, write, call } = await startWith('a.md', source, quote);
    await call('acknowledge', { id });
    write(source.replace(quote, 'Mind the ice, or stay at home.'));
    await call('update_annotation_target', { id, replacementText: 'Mind the ice' });
    await call('resolve', { id });
    expect(await store.get(id)).toMatchObject({ replacementText: 'Mind the ice' });
  });

  it.each([
    { name: 'untouched', after: `New first line.\n${source}` },
    { name: 'deleted', after: source.replace(` ${quote}`, '') },
  ])('has no new words when it is $name', async ({ after }) => {
    const { store, write, call } = await startWith('a.md', source, quote);
    await call('acknowledge', { id });
    write(after);
    await call('resolve', { id });
    expect(await store.get(id)).not.toHaveProperty('replacementText');
  });
});

describe('what the agent did to the named files', () => {
  it('is recorded as fingerprints, also for a file that find_source named', async () => {
    const { store, root, connect } = await startLinked();
    const file = join(root, 'offer.html');
    writeFileSync(file, '<h2>Special offer</h2>\n');
    const selectionText = 'Special offer';
    await store.add({ ...sampleAnnotation({ id, kind: 'page' }), selectionText } as Annotation);
    const { call } = await connect();
    await call('acknowledge', { id });
    await call('find_source', { id });
    writeFileSync(file, '<h2>Only today</h2>\n');
    await call('resolve', { id });
    const resolved = await store.get(id);
    const [edit] = resolved?.status === 'resolved' ? (resolved.edits ?? []) : [];
    expect(edit).toMatchObject({ file: 'offer.html', effect: 'added' });
    expect(edit && isEditIn(edit, '<h2>Only today</h2>')).toBe(true);
    expect(edit && isEditIn(edit, '<h2>Special offer</h2>')).toBe(false);
    expect(JSON.stringify(await call('list_annotations', { status: 'resolved' }))).not.toContain('"edits"');
  });

  it('is not read from outside of the project', async () => {
    const { store, root, connect } = await startLinked();
    const outside = join(dirname(root), `${uuidOf(7)}.txt`);
    const location = { file: `../${uuidOf(7)}.txt`, ...at };
    await store.add({ ...sampleAnnotation({ id, kind: 'text' }), sourceLocation: location } as Annotation);
    const { call } = await connect();
    onTestFinished(() => rmSync(outside, { force: true }));
    writeFileSync(outside, 'before');
    await call('acknowledge', { id });
    writeFileSync(outside, 'after');
    await call('resolve', { id });
    expect(await store.get(id)).not.toHaveProperty('edits');
  });
});

it('names update_annotation_target in the prompt and in the instructions of the server', async () => {
  const { client } = await (await startLinked()).connect();
  expect(client.getInstructions()).toContain('update_annotation_target');
  const { messages } = await client.getPrompt({ name: 'start-polling' });
  expect(JSON.stringify(messages)).toContain('update_annotation_target');
});
