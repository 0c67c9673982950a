/** The one rule for where a project's root is. Dev servers, agents, `init` and `ng add` all follow it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { isInside } from './files/is-inside.ts';
import { realPath } from './files/real-path.ts';

export interface RootOptions {
  /** `--root`: wins over everything. */
  root?: string | undefined;
  cwd?: string;
  env?: Record<string, string | undefined>;
}

export interface ProjectRoot {
  /** Absolute, without symbolic links. */
  path: string;
  /** What made it the root. */
  by: 'option' | 'variable' | 'marker' | 'git' | 'workspace' | 'lockfile' | 'package' | 'folder';
}

/** An empty file with this name makes its folder the root of everything inside, before every other sign. */
export const rootMarker = '.annotate-root';

/** The folder that holds `.annotate/`. */
export function findProjectRoot(options: RootOptions = {}): string {
  return locateProjectRoot(options).path;
}

export function locateProjectRoot({
  root,
  cwd = process.cwd(),
  env = process.env,
}: RootOptions = {}): ProjectRoot {
  const named = env.ANNOTATE_PROJECT_ROOT ?? '';
  if (root !== undefined && root !== '') return optionRoot(resolve(cwd, root));
  if (root === undefined && named !== '') return variableRoot(resolve(cwd, named));
  const { path, by } = rootAround(resolve(cwd), env.HOME ?? homedir());
  // An agent's host may start servers in /, which is not a project.
  if (path === parse(path).root) throw noRootError(path);
  if (!isFolder(path)) throw missingRootError(path);
  return { path: realPath(path), by };
}

/** The nearest folder, from this one upwards, that holds one of these. */
export function folderAround(folder: string, names: readonly string[]): string | null {
  if (names.some((name) => existsSync(join(folder, name)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : folderAround(parent, names);
}

function optionRoot(folder: string): ProjectRoot {
  if (!isFolder(folder)) throw missingRootError(folder);
  return { path: realPath(folder), by: 'option' };
}

function variableRoot(folder: string): ProjectRoot {
  if (isFolder(folder)) return { path: realPath(folder), by: 'variable' };
  throw new AnnotateError('root/none', `ANNOTATE_PROJECT_ROOT is ${folder}, which is not a folder.`, {
    hint: 'Remove it from the entry "annotate" in the configuration of your agent, or correct it. An agent that is started in the project does not need it; npx annotate-mcp init writes the entry without it.',
  });
}

function rootAround(folder: string, home: string): ProjectRoot {
  const marked = folderAround(folder, [rootMarker]);
  if (marked !== null) return { path: marked, by: 'marker' };
  // In a worktree or submodule .git is a file.
  const repository = folderAround(folder, ['.git']);
  if (repository !== null) return { path: repository, by: 'git' };
  return packageRootAround(folder, home) ?? { path: folder, by: 'folder' };
}

/** Without git: the root of the workspace, else of what is installed together, else of the package. */
function packageRootAround(folder: string, home: string): ProjectRoot | null {
  const shared = [home, tmpdir()].flatMap((each) => (isFolder(each) ? [each, realPath(each)] : []));
  // Many projects lie below these, and a lockfile that a wrong command left there belongs to none of them.
  const folders = foldersUp(folder).filter((each) => !shared.some((limit) => isInside(limit, each)));
  const signs = [
    { by: 'workspace', isRoot: isWorkspace },
    { by: 'lockfile', isRoot: hasLockfile },
    { by: 'package', isRoot: hasManifest },
  ] as const;
  for (const { by, isRoot } of signs) {
    const path = folders.find(isRoot);
    if (path !== undefined) return { path, by };
  }
  return null;
}

function foldersUp(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}

function isWorkspace(folder: string): boolean {
  return hasOneOf(folder, workspaceFiles) || listsWorkspaces(join(folder, 'package.json'));
}

const workspaceFiles = ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'];
const lockfiles = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

function hasLockfile(folder: string): boolean {
  return hasManifest(folder) && hasOneOf(folder, lockfiles);
}

function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'package.json'));
}

function hasOneOf(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

function listsWorkspaces(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  try {
    const value: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    return typeof value === 'object' && value !== null && 'workspaces' in value;
  } catch {
    // The package manager reports a package.json that cannot be read; it does not make its folder a workspace.
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function missingRootError(folder: string): AnnotateError {
  return new AnnotateError('root/none', `The project root ${folder} is not a folder.`, {
    hint: 'Check --root, or the option `root` of the dev server.',
  });
}

function noRootError(folder: string): AnnotateError {
  return new AnnotateError(
    'root/none',
    `Started in ${folder}, which is no project, so nothing is written there.`,
    { hint: 'Pass --root /path/to/project, or set ANNOTATE_PROJECT_ROOT.' },
  );
}
