/**
 * What was posted from this machine, in a small file. The markers in the pull request say what is there; the file says
 * what was there: a comment that a person has deleted is not posted again.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';
import {
  createAnnotateFolder,
  hasErrorCode,
  refuseLinkOut,
  replacePrivateFile,
} from '@annotate-mcp/store/files';

import type { PullRequestId } from '../api/pull-request.ts';

export class SyncFile {
  readonly #file: string;
  #content: Content;

  /** Nothing is written before the first change. */
  constructor(root: string, id: PullRequestId) {
    this.#file = syncFilePath(root, id);
    refuseLinkOut(this.#file, root);
    this.#content = read(this.#file);
  }

  get posted(): ReadonlySet<string> {
    return new Set(this.#content.posted);
  }

  /** A process ended while it posted something, or no answer came: it may be there, and not visible yet. */
  get wasInterrupted(): boolean {
    return this.#content.sending.length > 0;
  }

  /** To be called before something is posted. */
  begin(keys: readonly string[]): void {
    this.#write({ ...this.#content, sending: [...keys] });
  }

  /** GitHub has confirmed it. */
  confirm(keys: readonly string[]): void {
    this.#write({ posted: union(this.#content.posted, keys), sending: [] });
  }

  /** The pull request was read: this is what it has. What was interrupted before is known by now. */
  recordPosted(keys: readonly string[]): void {
    const posted = union(this.#content.posted, keys);
    if (posted.length === this.#content.posted.length && !this.wasInterrupted) return;
    this.#write({ posted, sending: [] });
  }

  #write(content: Content): void {
    createAnnotateFolder(dirname(this.#file));
    replacePrivateFile(this.#file, `${JSON.stringify(content)}\n`);
    this.#content = content;
  }
}

/** GitHub's names of accounts and repositories have no `~`. */
export function syncFilePath(root: string, { owner, repo, number }: PullRequestId): string {
  const name = `github-${owner}~${repo}~${number}.json`.toLowerCase();
  return join(root, '.annotate', name.replace(/[^\w.~-]/g, '_'));
}

interface Content {
  posted: string[];
  sending: string[];
}

const contentSchema = z.object({
  posted: z.array(z.string()),
  sending: z.array(z.string()),
}) satisfies z.ZodType<Content>;

function read(file: string): Content {
  try {
    return contentSchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch (error) {
    // Without the file, or with one that cannot be read, the markers in the pull request still say what is there.
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError)
      return { posted: [], sending: [] };
    throw error;
  }
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
