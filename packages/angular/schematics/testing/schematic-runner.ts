/** Runs the built ng-add on workspaces that the CLI's own schematics have made, in a repository on disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { SchematicTestRunner, type UnitTestTree } from '@angular-devkit/schematics/testing';
import { afterEach, beforeAll } from 'vitest';

const packageRoot = join(import.meta.dirname, '../..');
const { resolve: find } = createRequire(import.meta.url);
const angular = join(dirname(find('@schematics/angular/package.json')), 'collection.json');
const compiler = join(dirname(find('typescript/package.json')), 'bin/tsc');

export const collection = join(packageRoot, 'collection.json');
export const ownVersion = (
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
).version;

export interface Ran {
  tree: UnitTestTree;
  /** Every line that a person would see. */
  said: string;
  /** Those of package installations, and of the part outside of the workspace. */
  tasks: { name: string; options: unknown }[];
}

/** Builds the program for a test file, so that no test uses an old build. Called once per file. */
export function schematicRunner() {
  const start = process.cwd();
  const folders: string[] = [];
  beforeAll(() => {
    execFileSync(process.execPath, [compiler, '-b', join(packageRoot, 'schematics')], { stdio: 'inherit' });
  }, 120_000);
  afterEach(() => {
    process.chdir(start);
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return {
    /** A git repository with a space in its path, where the command is run: at its root, or in a folder of it. */
    repository: (folder = '.'): Repository => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate ng ')));
      folders.push(root);
      mkdirSync(join(root, '.git'));
      mkdirSync(join(root, folder), { recursive: true });
      process.chdir(join(root, folder));
      return { root, ...onDisk(root) };
    },
    ngAdd: async (tree: UnitTestTree, options: object = {}): Promise<Ran> => run(tree, 'ng-add', options),
    /** What the CLI does with that task after everything else was written. */
    runTask: async ({ tree, tasks }: Ran): Promise<Ran> => {
      const [task] = tasks.filter(({ name }) => name === 'run-schematic');
      const { name, options } = task?.options as { name: string; options: object };
      return run(tree, name, options);
    },
  };
}

async function run(tree: UnitTestTree, schematic: string, options: object): Promise<Ran> {
  const runner = new SchematicTestRunner('@annotate-mcp/angular', collection);
  const lines: string[] = [];
  runner.logger.subscribe(({ message }) => lines.push(message));
  const after = await runner.runSchematic(schematic, options, copyOf(tree));
  return {
    tree: after,
    said: lines.join('\n'),
    tasks: runner.tasks.map(({ name, options: given }) => ({ name, options: given })),
  };
}

/** The engine changes the tree that it is given. */
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

/** What `ng new` and `ng generate` make. The first one is in the workspace's own folder, the others in `projects/`. */
export async function workspace(
  apps: readonly { name: string; options?: object }[] = [{ name: 'shop' }],
  libraries: readonly string[] = [],
): Promise<UnitTestTree> {
  const runner = new SchematicTestRunner('angular', angular);
  const make = async (schematic: string, options: object, tree?: UnitTestTree) =>
    runner.runSchematic(schematic, options, tree);
  let tree = await make('workspace', { name: 'work', version: '22.2.6', newProjectRoot: 'projects' });
  for (const [index, { name, options }] of apps.entries()) {
    const place = index === 0 ? { projectRoot: '' } : {};
    tree = await make(
      'application',
      { name, skipInstall: true, skipTests: true, ...place, ...options },
      tree,
    );
  }
  for (const name of libraries) tree = await make('library', { name, skipInstall: true }, tree);
  return tree;
}

/** Everything in it, by path. */
export function textsOf(tree: UnitTestTree): Record<string, string> {
  return Object.fromEntries(tree.files.map((file) => [file, tree.read(file)?.toString('latin1') ?? '']));
}
