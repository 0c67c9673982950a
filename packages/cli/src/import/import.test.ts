import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const samples = [1, 2, 3].map((n) => sampleAnnotation({ id: uuidOf(n) }));
const storeJson = (annotations: readonly { id: string }[]) =>
  JSON.stringify({ version: 1, annotations: Object.fromEntries(annotations.map((each) => [each.id, each])) });

describe('import', () => {
  it('adds what is not there yet, and nothing the second time', async () => {
    const here = createProject();
    await here.fill(samples.slice(0, 1));
    here.write('my store.json', storeJson(samples));
    expect((await here.run(['import', 'my store.json'])).stdout).toBe('Added 2; 1 was already there.\n');
    expect((await here.run(['import', 'my store.json'])).stdout).toBe('Added 0; 3 were already there.\n');
    expect(await (await here.open()).count()).toBe(3);
  });

  it('takes back what export wrote', async () => {
    const [from, to] = [createProject(), createProject()];
    await from.fill(samples);
    for (const format of ['json', 'jsonl']) {
      to.write(`x.${format}`, (await from.run(['export', '--format', format])).stdout);
      expect((await to.run(['import', `x.${format}`])).code).toBe(0);
    }
    // A file says nothing about who wrote it.
    const imported = samples.map((annotation) => ({ ...annotation, origin: 'repository' }));
    expect((await (await to.open()).list()).annotations).toEqual(imported);
  });

  it('makes the store that is named', async () => {
    const here = createProject();
    here.write('in.json', storeJson(samples));
    expect((await here.run(['import', 'in.json', '--store', 'json:out.json'])).code).toBe(0);
    expect(await (await here.open('json:out.json')).count()).toBe(3);
  });

  it('imports nothing when anything is invalid, and says what and where', async () => {
    const here = createProject();
    const bad = { ...samples[1], id: uuidOf(2), status: 'open' };
    here.write('in.json', storeJson([...samples.slice(0, 1), bad]));
    const { code, stdout, stderr } = await here.run(['import', 'in.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`annotation ${uuidOf(2)}: status`);
    expect(Object.keys(here.files())).toEqual(['in.json']);
  });

  it('imports the others with --skip-invalid, and lists what it skipped', async () => {
    const here = createProject();
    here.write('in.jsonl', [...samples.map((each) => JSON.stringify(each)), '{"id": 3}', 'oops'].join('\n'));
    const { code, stdout, stderr } = await here.run(['import', 'in.jsonl', '--skip-invalid']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Added 3; 0 were already there; skipped 2.\n' });
    expect(stderr).toMatch(/^Skipped line 4: .*\nSkipped line 5: is not JSON/);
  });

  it('with --dry-run only says what it would do', async () => {
    const here = createProject();
    here.write('in.json', storeJson(samples));
    const { stdout } = await here.run(['import', 'in.json', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toEqual({ added: 3, alreadyThere: 0, skipped: [], dryRun: true });
    expect(Object.keys(here.files())).toEqual(['in.json']);
  });

  it.each([
    { name: 'a file that is not there', args: ['no.json'], code: 'import/unreadable' },
    { name: 'a folder', args: ['.git'], code: 'import/unreadable' },
    { name: 'broken JSON', args: ['broken.json'], code: 'import/unreadable' },
    { name: 'JSON of another shape', args: ['other.json'], code: 'import/unreadable' },
    {
      name: 'a store that is no store',
      args: ['good.json', '--store', 'json:other.json'],
      code: 'store/unreadable',
    },
  ])('refuses $name, and changes nothing', async ({ args, code }) => {
    const here = createProject();
    here.write('broken.json', '{"version": 1, "annotations": {');
    here.write('other.json', '{"hello": "world"}');
    here.write('good.json', storeJson(samples));
    const before = here.read('other.json');
    const { code: exitCode, stdout } = await here.run(['import', '--json', ...args]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ code });
    expect(here.read('other.json')).toBe(before);
  });

  it.each([
    { name: 'a file that is not there', file: 'no.json', says: 'could not be read: there is no such file.' },
    { name: 'a folder', file: '.git', says: 'could not be read: it is a folder.' },
    { name: 'an empty file', file: 'in', text: '', says: 'is empty.' },
    {
      name: 'what is no JSON',
      file: 'in',
      text: 'hello',
      says: 'is not valid JSON (line 1: invalid symbol).',
    },
    {
      name: 'a store with a missing comma',
      file: 'in',
      text: '{\n  "version": 1\n  "annotations": {}\n}',
      says: 'is not valid JSON (line 3: comma expected).',
    },
    {
      name: 'half a store',
      file: 'in',
      text: '{\n  "version": 1,\n  "annotations": {',
      says: 'is not valid JSON (line 3: close brace expected).',
    },
    {
      name: 'a store with a comment',
      file: 'in',
      text: '{\n  // mine\n  "version": 1, "annotations": {} }',
      says: 'is not valid JSON (line 2: invalid comment token).',
    },
    {
      name: 'a newer store',
      file: 'in',
      text: '{ "version": 9, "annotations": {} }',
      says: 'was written by a newer annotate-mcp (format 9); nothing was imported.',
    },
    {
      name: 'a newer store of another shape',
      file: 'in',
      text: '{ "version": 3, "records": [] }',
      says: 'was written by a newer annotate-mcp (format 3); nothing was imported.',
    },
    {
      name: 'a version that there never was',
      file: 'in',
      text: '{ "version": "1", "annotations": {} }',
      says: 'has no annotations in a format that import knows.',
    },
  ])('says what is wrong with $name', async ({ file, text, says }) => {
    const here = createProject();
    if (text !== undefined) here.write(file, text);
    const before = here.files();
    const { code, stdout, stderr } = await here.run(['import', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`${join(here.project, file)} ${says}`);
    expect(here.files()).toEqual(before);
  });

  it.each([{ args: [] }, { args: ['a', 'b'] }, { args: ['a', '--skip-invald'] }])(
    'refuses $args with exit code 2',
    async ({ args }) => {
      expect((await createProject().run(['import', ...args])).code).toBe(2);
    },
  );
});
