import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { CliError } from '../errors.ts';
import { temporary } from '../testing/test-project.ts';

import { removeExtension, unpackExtension } from './extension-files.ts';

let top: string;
let source: string;
let folder: string;

beforeEach(() => {
  top = temporary('annotate extension ');
  source = join(top, 'built');
  folder = join(top, 'home', 'extension');
  build('one', { 'worker.js': 'one', 'icons/16.png': 'picture', 'old.js': 'old' });
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
});

/** Replaces what the program brings with it. */
function build(id: string, files: Record<string, string>): void {
  rmSync(source, { recursive: true, force: true });
  const all = { ...files, 'manifest.json': `{"version":"${id}"}` };
  const names = [...Object.keys(all), 'build.json'];
  for (const [name, text] of Object.entries(all)) put(join(source, name), text);
  put(join(source, 'build.json'), JSON.stringify({ build: id, files: names }));
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function thrownBy(work: () => unknown): CliError {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error;
  }
  throw new Error('No CliError was thrown.');
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('unpacking', () => {
  it('puts all files into a folder that only the user may read', () => {
    expect(unpackExtension(source, folder)).toBe('new');
    expect(readdirSync(folder).sort()).toEqual([
      'build.json',
      'icons',
      'manifest.json',
      'old.js',
      'worker.js',
    ]);
    expect(read('icons/16.png')).toBe('picture');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'worker.js')).mode & 0o777).toBe(0o600);
  });

  it('takes the rights of other users away from a folder that is there', () => {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    unpackExtension(source, folder);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('writes nothing when the files are the same', () => {
    unpackExtension(source, folder);
    const before = statSync(join(folder, 'worker.js')).ino;
    expect(unpackExtension(source, folder)).toBe('current');
    expect(statSync(join(folder, 'worker.js')).ino).toBe(before);
  });

  it('replaces the files of another build, removes those it no longer has, and leaves all others', () => {
    unpackExtension(source, folder);
    put(join(folder, 'bridge.json'), 'of the server');
    put(join(folder, 'notes.txt'), 'of the person');
    build('two', { 'worker.js': 'two' });
    expect(unpackExtension(source, folder)).toBe('updated');
    expect(readdirSync(folder).sort()).toEqual([
      'bridge.json',
      'build.json',
      'manifest.json',
      'notes.txt',
      'worker.js',
    ]);
    expect([read('worker.js'), read('bridge.json'), read('notes.txt')]).toEqual([
      'two',
      'of the server',
      'of the person',
    ]);
  });

  it.each([
    { name: 'is missing', damage: () => rmSync(join(folder, 'worker.js')) },
    { name: 'was changed', damage: () => writeFileSync(join(folder, 'worker.js'), 'changed') },
    { name: 'that names the build is no JSON', damage: () => writeFileSync(join(folder, 'build.json'), '{') },
  ])('repairs the folder when a file $name', ({ damage }) => {
    unpackExtension(source, folder);
    damage();
    expect(unpackExtension(source, folder)).not.toBe('current');
    expect(read('worker.js')).toBe('one');
    expect(unpackExtension(source, folder)).toBe('current');
  });

  it('deletes nothing outside of the folder, whatever the list of files says', () => {
    unpackExtension(source, folder);
    put(join(top, 'home', 'precious'), 'kept');
    put(join(folder, 'build.json'), JSON.stringify({ build: 'x', files: ['../precious'] }));
    unpackExtension(source, folder);
    expect(existsSync(join(top, 'home', 'precious'))).toBe(true);
  });

  it.each([
    { name: 'a file', make: () => put(folder, 'a file') },
    {
      name: 'a link to another folder',
      make: () => {
        mkdirSync(join(top, 'elsewhere'));
        mkdirSync(dirname(folder));
        symlinkSync(join(top, 'elsewhere'), folder);
      },
    },
  ])('leaves $name in its place untouched', ({ make }) => {
    make();
    expect(() => unpackExtension(source, folder)).toThrow(/is not a folder; it was left untouched/);
    expect(existsSync(join(top, 'elsewhere', 'manifest.json'))).toBe(false);
  });

  it('says why the folder cannot be written to, and what to do', () => {
    // A file in its way stops root, whom permissions do not.
    put(join(top, 'home'), 'a file');
    const error = thrownBy(() => unpackExtension(source, folder));
    expect(error.code).toBe('extension/unwritable');
    expect(error.message).toContain('a folder in its path is a file');
    expect(error.hint).toContain('ANNOTATE_CONFIG_FOLDER');
  });

  it('says how to get an extension that the program was built without', () => {
    rmSync(source, { recursive: true });
    expect(thrownBy(() => unpackExtension(source, folder)).code).toBe('extension/missing');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('removing', () => {
  it('deletes our files, the one of the server, and the folder when it is empty', () => {
    unpackExtension(source, folder);
    put(join(folder, 'bridge.json'), 'of the server');
    expect(removeExtension(folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
    expect(removeExtension(folder)).toBe(false);
  });

  it('leaves other files', () => {
    unpackExtension(source, folder);
    put(join(folder, 'notes.txt'), 'of the person');
    removeExtension(folder);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });
});
