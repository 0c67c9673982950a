/** Runs the built ng-add on workspaces that the CLI's own schematics have created, in a repository on disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { SchematicTestRunner, UnitTestTree } from '@angular-devkit/schematics/testing';
import { afterEach, beforeAll, expect } from 'vitest';

const packageRoot = join(import.meta.dirname, '../..');
const { resolve: find } = createRequire(import.meta.url);
const angular = join(dirname(find('@schematics/angular/package.json')), 'collection.json');
// The one that built the packages: another version would build all of them again, under the tests that use them.
const compiler = join(dirname(find('typescript-7/package.json')), 'bin/tsc');

const collection = join(packageRoot, 'collection.json');
export const ownVersion = (
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
).version;

export interface SchematicRun {
  tree: UnitTestTree;
  /** All printed lines. */
  output: string;
  /** The tasks for installing packages and for changing the project root. */
  tasks: { name: string; options: unknown }[];
}

/** To be called once per test file. Builds the schematics first, so that no test uses an old build. */
export function schematicRunner() {
  const start = process.cwd();
  const folders: string[] = [];
  beforeAll(buildOnce, 120_000);
  afterEach(() => {
    process.chdir(start);
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return {
    /** A git repository with a space in its path. The command runs in `folder` of it. */
    repository: (folder = '.'): Repository => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate ng ')));
      folders.push(root);
      mkdirSync(join(root, '.git'));
      mkdirSync(join(root, folder), { recursive: true });
      process.chdir(join(root, folder));
      return { root, ...onDisk(root) };
    },
    ngAdd: async (tree: UnitTestTree, options: object = {}): Promise<SchematicRun> =>
      run(tree, 'ng-add', options),
    /** Runs the task for the project root, as the CLI does after everything else was written. */
    runTask: async ({ tree, tasks }: SchematicRun): Promise<SchematicRun> => {
      const task = tasks.find((each) => each.name === 'run-schematic');
      if (task === undefined) throw new Error('The schematic has asked for no other one.');
      const { name, options } = task.options as { name: string; options: object };
      return run(tree, name, options);
    },
  };
}

let isBuilt = false;

/** Test files that share a process share the build. */
function buildOnce(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [compiler, '-b', join(packageRoot, 'schematics')], { stdio: 'inherit' });
  isBuilt = true;
}

async function run(tree: UnitTestTree, schematic: string, options: object): Promise<SchematicRun> {
  const runner = new SchematicTestRunner('@annotate-mcp/angular', collection);
  const lines: string[] = [];
  runner.logger.subscribe(({ message }) => lines.push(message));
  const after = await runner.runSchematic(schematic, options, copyOf(tree));
  return {
    tree: after,
    output: lines.join('\n'),
    tasks: runner.tasks.map(({ name, options: taskOptions }) => ({ name, options: taskOptions })),
  };
}

/** A copy, because the engine changes the tree that it gets. */
function copyOf(tree: UnitTestTree): UnitTestTree {
  return tree.branch() as UnitTestTree;
}

export interface Repository {
  root: string;
  write: (path: string, text: string) => void;
  read: (path: string) => string;
}

function onDisk(root: string): Omit<Repository, 'root'> {
  return {
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
  };
}

type Apps = readonly { name: string; options?: object }[];

const created = new Map<string, Promise<UnitTestTree>>();

/** A workspace as `ng new` and `ng generate` create it. The first app is in its root, the others in `projects/`. */
export async function workspace(
  apps: Apps = [{ name: 'shop' }],
  libraries: readonly string[] = [],
): Promise<UnitTestTree> {
  const key = JSON.stringify([apps, libraries]);
  // Creating one takes longer than most tests, so each kind is created once and every test has a copy.
  const original = created.get(key) ?? createWorkspace(apps, libraries);
  created.set(key, original);
  return new UnitTestTree((await original).branch());
}

async function createWorkspace(apps: Apps, libraries: readonly string[]): Promise<UnitTestTree> {
  const runner = new SchematicTestRunner('angular', angular);
  const make = async (schematic: string, options: object, tree?: UnitTestTree) =>
    runner.runSchematic(schematic, options, tree);
  let tree = await make('workspace', { name: 'work', version: '22.2.6', newProjectRoot: 'projects' });
  for (const [index, { name, options }] of apps.entries()) {
    const location = index === 0 ? { projectRoot: '' } : {};
    tree = await make(
      'application',
      { name, skipInstall: true, skipTests: true, ...location, ...options },
      tree,
    );
  }
  for (const name of libraries) tree = await make('library', { name, skipInstall: true }, tree);
  return tree;
}

/** All files of the tree, by path. */
export function textsOf(tree: UnitTestTree): Record<string, string> {
  return Object.fromEntries(tree.files.map((file) => [file, tree.read(file)?.toString('latin1') ?? '']));
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export function manifestOf(tree: UnitTestTree): Manifest {
  return JSON.parse(tree.readText('package.json')) as Manifest;
}

/** Changes a file of the tree; fails when the change finds nothing to change. */
export function editFile(tree: UnitTestTree, path: string, change: (text: string) => string): void {
  const after = change(tree.readText(path));
  expect(after).not.toBe(tree.readText(path));
  tree.overwrite(path, after);
}
