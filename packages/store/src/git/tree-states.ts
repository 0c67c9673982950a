/** States of the project's files, kept outside of the project to be compared later. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type NoPatch, SerialQueue } from '@annotate-mcp/core';

import { git, type GitOptions, isNoGit, tryGit } from './git.ts';
import { diffTrees, type TreeDiff, type TreeDiffOptions } from './tree-diff.ts';
import { copyIndex, writeTree } from './working-tree.ts';

/** A tree of git, or why there is none. */
export type TreeState = { tree: string } | { missing: NoPatch };

/** An agent waits for it when it claims an annotation. */
const mostMs = 3_000;

export class TreeStates {
  readonly #root: string;
  readonly #mostMs: number;
  /** The index and objects of one process are written by one git at a time. */
  readonly #queue = new SerialQueue();
  #opened: Promise<OpenStates | { missing: NoPatch }> | undefined;

  constructor(root: string, options: { mostMs?: number } = {}) {
    this.#root = root;
    this.#mostMs = options.mostMs ?? mostMs;
  }

  /** How the files are now, without those that git ignores. Nothing in the project is written, not even in `.git`. */
  async take(): Promise<TreeState> {
    return this.#queue.run(async () => {
      const signal = AbortSignal.timeout(this.#mostMs);
      const opened = await (this.#opened ??= this.#open());
      if ('missing' in opened) return opened;
      const tree = await writeTree(this.#root, { env: opened.env, signal });
      if (tree !== null) return { tree };
      if (!signal.aborted) return { missing: 'no-git' };
      // The next one would take as long.
      await this.#forget();
      this.#opened = Promise.resolve({ missing: 'too-slow' });
      return { missing: 'too-slow' };
    });
  }

  /** `null` when the two cannot be compared. */
  async compare(before: string, after: string, options: TreeDiffOptions): Promise<TreeDiff | null> {
    return this.#queue.run(async () => {
      const opened = await this.#opened;
      if (opened === undefined || 'missing' in opened) return null;
      return diffTrees(this.#root, before, after, { mostMs: this.#mostMs, ...options, env: opened.env });
    });
  }

  /** A tree like `before` in which these files are as in `after`; paths are relative to the root. */
  async advance(before: string, after: string, files: readonly string[]): Promise<string | null> {
    return this.#queue.run(async () => {
      const opened = await this.#opened;
      if (opened === undefined || 'missing' in opened || files.length === 0) return null;
      const env = { ...opened.env, GIT_INDEX_FILE: join(opened.folder, 'other-index') };
      const literal = files.map((file) => `:(literal)${file}`);
      const changed = await tryGit(this.#root, ['diff-tree', '-r', '-z', before, after, '--', ...literal], {
        env,
        encoding: 'latin1',
      });
      if (changed.code !== 0 || (await tryGit(this.#root, ['read-tree', before], { env })).code !== 0)
        return null;
      const input = entriesIn(changed.stdout);
      const options: GitOptions = { env, encoding: 'latin1', input };
      const updated = await tryGit(this.#root, ['update-index', '-z', '--index-info'], options);
      return updated.code === 0 ? git(this.#root, ['write-tree'], { env }) : null;
    });
  }

  async close(): Promise<void> {
    await this.#queue.run(() => this.#forget());
  }

  async #open(): Promise<OpenStates | { missing: NoPatch }> {
    try {
      const found = await tryGit(this.#root, ['rev-parse', '--is-inside-work-tree', '--git-path', 'objects']);
      const [isInside, objects = ''] = found.stdout.split('\n');
      if (found.code !== 0 || isInside !== 'true') return { missing: 'no-git' };
      const folder = await mkdtemp(join(tmpdir(), 'annotate-edits-'));
      const env = {
        GIT_INDEX_FILE: join(folder, 'index'),
        GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
        GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(resolve(this.#root, objects)),
      };
      try {
        await mkdir(env.GIT_OBJECT_DIRECTORY);
        await copyIndex(this.#root, env.GIT_INDEX_FILE);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return { folder, env };
    } catch (error) {
      if (isNoGit(error)) return { missing: 'no-git' };
      throw error;
    }
  }

  async #forget(): Promise<void> {
    // A state that could not be opened was reported to its caller, and has left nothing.
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    if (opened !== undefined && 'folder' in opened) await rm(opened.folder, { recursive: true, force: true });
  }
}

interface OpenStates {
  folder: string;
  env: Record<string, string>;
}

/** In a list of paths, git takes a quoted one as it is, also with the list's separator in it. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** What `git update-index --index-info` takes, from what `git diff-tree -z` says; a mode of zeros removes the file. */
function entriesIn(raw: string): string {
  const fields = raw.split('\0');
  let entries = '';
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = ''] = fields[at]?.slice(1).split(' ') ?? [];
    entries += `${mode} ${id}\t${fields[at + 1]}\0`;
  }
  return entries;
}
