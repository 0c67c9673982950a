/** States of the project's files, kept outside the project to be compared later. */
import { join } from 'node:path';

import { AnnotateError, type NoPatch, SerialQueue } from '@annotate-mcp/core';

import { type GitOptions, isNoGit } from './git.ts';
import { InertRepository } from './inert-repository.ts';
import { diffTrees, type TreeDiff, type TreeDiffOptions } from './tree-diff.ts';
import { takeTree } from './working-tree.ts';

/** A tree of git, or why there is none. */
export type TreeState = { tree: string } | { missing: NoPatch };

/** An agent waits for it when it claims an annotation. */
const mostMs = 3_000;

export class TreeStates {
  readonly #root: string;
  readonly #mostMs: number;
  readonly #objects: string | undefined;
  /** The index and objects of one process are written by one git at a time. */
  readonly #queue = new SerialQueue();
  #opened: Promise<InertRepository | { missing: NoPatch }> | undefined;

  /** With a folder for `objects`, a state can be compared by another process as long as that folder is there. */
  constructor(root: string, options: { mostMs?: number; objects?: string | undefined } = {}) {
    this.#root = root;
    this.#mostMs = options.mostMs ?? mostMs;
    this.#objects = options.objects;
  }

  /** How the files are now, without those that git ignores. Nothing in the project is written, not even in `.git`. */
  async take(): Promise<TreeState> {
    return this.#queue.run(async () => {
      const signal = AbortSignal.timeout(this.#mostMs);
      const opened = await (this.#opened ??= this.#open());
      if ('missing' in opened) return opened;
      const taken = await takeTree(opened, { filtered: 'raw', signal });
      if (taken !== null) return { tree: taken.tree };
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
      return diffTrees(opened, before, after, { mostMs: this.#mostMs, ...options });
    });
  }

  /** A tree like `before` in which these files are as in `after`; paths are relative to the root. */
  async advance(before: string, after: string, files: readonly string[]): Promise<string | null> {
    return this.#queue.run(async () => {
      const opened = await this.#opened;
      if (opened === undefined || 'missing' in opened || files.length === 0) return null;
      const env = { GIT_INDEX_FILE: join(opened.folder, 'other-index') };
      const { prefix } = opened.place;
      const literal = files.map((file) => `:(literal)${prefix}${file}`);
      const changed = await opened.tryGit(['diff-tree', '-r', '-z', before, after, '--', ...literal], {
        encoding: 'latin1',
      });
      if (changed.code !== 0 || (await opened.tryGit(['read-tree', before], { env })).code !== 0) return null;
      const options: GitOptions = { env, encoding: 'latin1', input: entriesIn(changed.stdout) };
      const updated = await opened.tryGit(['update-index', '-z', '--index-info'], options);
      return updated.code === 0 ? opened.git(['write-tree', '--missing-ok'], { env }) : null;
    });
  }

  async close(): Promise<void> {
    await this.#queue.run(() => this.#forget());
  }

  async #open(): Promise<InertRepository | { missing: NoPatch }> {
    try {
      return (
        (await InertRepository.open(this.#root, { isPrivate: true, objects: this.#objects })) ?? {
          missing: 'no-git',
        }
      );
    } catch (error) {
      if (isNoGit(error)) return { missing: 'no-git' };
      if (error instanceof AnnotateError) return { missing: 'git-refused' };
      throw error;
    }
  }

  async #forget(): Promise<void> {
    // A state that could not be opened was reported to its caller, and has left nothing.
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    if (opened instanceof InertRepository) await opened.close();
  }
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
