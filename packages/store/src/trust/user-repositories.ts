import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';
import { fileStamp } from '../files/file-stamp.ts';
import { replacePrivateFile } from '../files/private-file.ts';
import { provenanceFolder } from '../user-folders.ts';

import { repositoryOf } from './repository.ts';

/** A file in the user's config folder that lists repositories. */
export interface RepositoryList {
  name: string;
  /** What to do when it cannot be read, as a sentence. */
  hint: string;
}

/** Repositories that this user decided something about, by the real paths of their roots, in the user's config folder. */
export class UserRepositories {
  readonly #file: string;
  readonly #hint: string;
  readonly #repositories = new Map<string, string>();
  #seen: { stamp: string; roots: ReadonlySet<string> } | null = null;

  constructor({ name, hint }: RepositoryList, folder = provenanceFolder()) {
    this.#file = join(folder, name);
    this.#hint = hint;
  }

  /** `root` is any folder of the repository. Cheap, and also true for what another process has decided meanwhile. */
  has(root: string): boolean {
    const repository = this.#repositories.get(root) ?? repositoryOf(root);
    this.#repositories.set(root, repository);
    return this.#current().has(repository);
  }

  /** Returns the root of the repository. */
  add(root: string): string {
    const repository = repositoryOf(root);
    this.#write([...this.list(), repository]);
    return repository;
  }

  /** `false` when it was not listed. */
  remove(root: string): boolean {
    const repository = repositoryOf(root);
    const listed = this.list();
    if (!listed.includes(repository)) return false;
    this.#write(listed.filter((other) => other !== repository));
    return true;
  }

  /** Sorted. */
  list(): string[] {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8'))).repositories.toSorted();
    } catch (cause) {
      if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) return [];
      throw new AnnotateError('store/unreadable', `${this.#file} cannot be read; it was left untouched.`, {
        hint: this.#hint,
        cause,
      });
    }
  }

  #current(): ReadonlySet<string> {
    const stamp = fileStamp(this.#file);
    if (this.#seen?.stamp !== stamp) this.#seen = { stamp, roots: this.#listOrNone() };
    return this.#seen.roots;
  }

  /** A file that cannot be read lists no repository; commands that print or change it say why. */
  #listOrNone(): ReadonlySet<string> {
    try {
      return new Set(this.list());
    } catch {
      return new Set();
    }
  }

  #write(repositories: readonly string[]): void {
    const sorted = [...new Set(repositories)].sort();
    replacePrivateFile(this.#file, `${JSON.stringify({ version: 1, repositories: sorted }, null, 2)}\n`);
  }
}

const fileSchema = z.looseObject({ version: z.literal(1), repositories: z.array(z.string()) });
