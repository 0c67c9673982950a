import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { annotationSchema } from '@annotate-mcp/core/schema';
import { sampleAnnotation, sampleOfSize, uuidOf } from '@annotate-mcp/core/testing';

import { exitCodeOf, setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const samples = [
  sampleAnnotation({ id: uuidOf(1) }),
  sampleAnnotation({ id: uuidOf(2), status: 'resolved', kind: 'text' }),
  sampleAnnotation({ id: uuidOf(3), status: 'draft', annotationText: 'secret draft' }),
];
const shown = samples.slice(0, 2);

async function filled() {
  const here = createProject();
  await here.fill(samples);
  return here;
}

describe('export', () => {
  it('writes what is open as Markdown unless told otherwise, and says what it left out', async () => {
    const { code, stdout, stderr } = await (await filled()).run(['export']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Left out: 1 closed. Name their status to get them: --status resolved.\n',
    });
    expect(stdout).toMatch(/^# Annotations\n/);
    expect(stdout).toContain('PriceTagComponent');
    expect(stdout).not.toMatch(/secret draft|resolved/);
  });

  it('writes closed ones as Markdown when their status is named', async () => {
    const { stdout, stderr } = await (await filled()).run(['export', '--status', 'resolved']);
    expect(stdout).toContain('(resolved)');
    expect(stdout).not.toContain('PriceTagComponent');
    expect(stderr).toBe('');
  });

  it('writes one annotation per line as jsonl', async () => {
    const { stdout } = await (await filled()).run(['export', '--format', 'jsonl']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => annotationSchema.parse(JSON.parse(line))),
    ).toEqual(shown);
  });

  it('writes JSON that a json: store opens', async () => {
    const here = await filled();
    const out = join(here.project, 'out.json');
    expect((await here.run(['export', '--format', 'json', '--out', out])).code).toBe(0);
    const { annotations } = await (await here.open('json:out.json')).list();
    // A file says nothing about who wrote it.
    expect(annotations).toEqual(shown.map((annotation) => ({ ...annotation, origin: 'repository' })));
  });

  it('writes only what has the status', async () => {
    const { stdout } = await (await filled()).run(['export', '--format', 'jsonl', '--status', 'resolved']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual([uuidOf(2)]);
  });

  it('tells a script what it wrote', async () => {
    const here = await filled();
    const { stdout } = await here.run(['export', '--format', 'jsonl', '--out', 'all.jsonl', '--json']);
    const file = join(here.project, 'all.jsonl');
    expect(JSON.parse(stdout)).toEqual({ file, format: 'jsonl', count: 2 });
  });

  it('keeps a file that exists, unless it is forced', async () => {
    const here = await filled();
    here.write('notes.md', 'mine');
    const refused = await here.run(['export', '--out', 'notes.md']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect(here.read('notes.md')).toBe('mine');
    expect((await here.run(['export', '--out', 'notes.md', '--force'])).code).toBe(0);
    expect(here.read('notes.md')).toContain('# Annotations');
  });

  it.each([
    { out: 'no folder/x.md', args: [], why: 'its folder does not exist' },
    { out: 'notes.md/x.md', args: [], why: 'a folder in its path is a file' },
    { out: 'folder', args: [], why: 'it is a folder' },
    { out: 'folder', args: ['--force'], why: 'it is a folder' },
    { out: '.', args: [], why: 'it is a folder' },
  ])('says why it cannot write to $out $args, and leaves nothing there', async ({ out, args, why }) => {
    const here = await filled();
    mkdirSync(join(here.project, 'folder'));
    here.write('notes.md', 'mine');
    const before = Object.keys(here.files());
    const { code, stderr } = await here.run(['export', ...args, '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${join(here.project, out)} could not be written: ${why}.\n`);
    expect(stderr).not.toMatch(/\.new|E[A-Z]{4,}/);
    expect(Object.keys(here.files())).toEqual(before);
  });

  it('is JSON with --json, unless a format is named or Markdown goes to a file', async () => {
    const here = await filled();
    expect(JSON.parse((await here.run(['export', '--json'])).stdout)).toHaveProperty('version', 1);
    const lines = await here.run(['export', '--json', '--format', 'jsonl']);
    expect(lines.stdout.trimEnd().split('\n')).toHaveLength(2);
    const { stdout } = await here.run(['export', '--json', '--out', 'notes.md']);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'markdown' });
    expect(here.read('notes.md')).toMatch(/^# Annotations\n/);
  });

  it.each([
    { format: 'markdown', text: 'No annotations.' },
    { format: 'json', text: '"annotations": {}' },
    { format: 'jsonl', text: '' },
  ])('of a project without a store is an empty $format, and makes no store', async ({ format, text }) => {
    const here = createProject();
    const { code, stdout } = await here.run(['export', '--format', format]);
    expect(code).toBe(0);
    expect(stdout).toContain(text);
    expect(here.files()).toEqual({});
  });

  it('ends quietly when its reader has seen enough', async () => {
    const here = createProject();
    const many = Array.from({ length: 400 }, (_, n) => sampleOfSize(2_000, { id: uuidOf(n) }));
    await here.fill(many);
    const child = here.start(['export', '--format', 'jsonl']);
    const exitCode = exitCodeOf(child);
    const errors: string[] = [];
    child.stderr.on('data', (chunk) => errors.push(String(chunk)));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exitCode).toBe(0);
    expect(errors).toEqual([]);
  });

  it('refuses a format that it does not know', async () => {
    expect((await createProject().run(['export', '--format', 'xml'])).code).toBe(2);
  });
});
