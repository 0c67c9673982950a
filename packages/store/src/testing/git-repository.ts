/** Real git repositories in temporary folders, which are removed after the test. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { TreeStates } from '../git/tree-states.ts';

import { isPosix } from './machine.ts';

export interface Project {
  folder: string;
  git: (...args: string[]) => string;
  write: (file: string, text: string | Buffer) => void;
  read: (file: string) => string;
}

export function createFolder(name = isPosix ? 'annotate "edits" ' : "annotate 'edits' "): Project {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return projectIn(folder);
}

export function projectIn(folder: string): Project {
  return {
    folder,
    git: (...args) => execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }),
    write: (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
  };
}

const identity = ['-c', 'user.name=x', '-c', 'user.email=x@x', '-c', 'protocol.file.allow=always'];

export function createRepository(files: Record<string, string>): Project {
  const project = createFolder();
  cpSync(templateOf(files), join(project.folder, '.git'), { recursive: true });
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  // The index has the times of other files.
  project.git('update-index', '-q', '--refresh');
  return project;
}

/** A clone of a repository with these files that has not fetched those called `far.txt`, nor checked them out. */
export function createPartialClone(files: Record<string, string>): Project {
  const origin = createRepository(files);
  origin.git('config', 'uploadpack.allowFilter', 'true');
  const parent = createFolder();
  const filter = ['--filter=blob:none', '--no-checkout'];
  parent.git('clone', '--quiet', ...filter, `file://${encodeURI(origin.folder)}`, 'here');
  const here = projectIn(join(parent.folder, 'here'));
  here.git('sparse-checkout', 'set', '--no-cone', '/*', '!far.txt');
  here.git('checkout', '--quiet', 'main');
  return here;
}

/** Git folders with one commit, by the files in it. To make one takes three processes, and most tests want the same. */
const templates = new Map<string, string>();

function templateOf(files: Record<string, string>): string {
  const key = JSON.stringify(files);
  const known = templates.get(key);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'annotate-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const project = projectIn(folder);
  project.git('init', '--quiet', '-b', 'main');
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  project.git('add', '-A');
  project.git('commit', '--quiet', '-m', 'first');
  templates.set(key, join(folder, '.git'));
  return join(folder, '.git');
}

/** With more time than on a person's machine, because one that runs tests is busy. */
export function statesOf(root: string, options = { mostMs: 60_000 }): TreeStates {
  const states = new TreeStates(root, options);
  onTestFinished(() => states.close());
  return states;
}

export async function takeTree(states: TreeStates): Promise<string> {
  const taken = await states.take();
  if ('missing' in taken) throw new Error(`There is no tree: ${taken.missing}.`);
  return taken.tree;
}

/** What `edit` does to the files of `root`. */
export async function editIn(root: string, edit: () => void, options = {}) {
  const states = statesOf(root);
  const before = await takeTree(states);
  edit();
  const diff = await states.compare(before, await takeTree(states), options);
  if (diff === null) throw new Error('There is no diff.');
  return { ...diff, patch: diff.patch ?? '' };
}

export function filesOf(root: string, below = ''): Record<string, string> {
  const entries = readdirSync(join(root, below), { withFileTypes: true }).filter(
    ({ name }) => name !== '.git',
  );
  return Object.assign(
    {},
    ...entries.map((entry): Record<string, string> => {
      const path = join(below, entry.name);
      if (entry.isSymbolicLink()) return { [path]: readlinkSync(join(root, path)) };
      return entry.isDirectory()
        ? filesOf(root, path)
        : { [path]: readFileSync(join(root, path)).toString('base64') };
    }),
  ) as Record<string, string>;
}
