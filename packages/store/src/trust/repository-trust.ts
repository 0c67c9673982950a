import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';
import { fileStamp } from '../files/file-stamp.ts';
import { replacePrivateFile } from '../files/private-file.ts';
import { provenanceFolder } from '../user-folders.ts';

import { repositoryOf } from './repository.ts';

/** The repositories whose comments this user trusts, by the real paths of their roots, in the user's config folder. */
export class RepositoryTrust {
  readonly #file: string;
  readonly #repositories = new Map<string, string>();
  #seen: { stamp: string; roots: ReadonlySet<string> } | null = null;

  constructor(folder = provenanceFolder()) {
    this.#file = join(folder, 'trusted-repositories.json');
  }

  /** `root` is any folder of the repository. Cheap, and also true for what another process has decided meanwhile. */
  isTrusted(root: string): boolean {
    const repository = this.#repositories.get(root) ?? repositoryOf(root);
    this.#repositories.set(root, repository);
    return this.#current().has(repository);
  }

  /** Returns the root of the repository that is trusted from now on. */
  trust(root: string): string {
    const repository = repositoryOf(root);
    this.#write([...this.list(), repository]);
    return repository;
  }

  /** `false` when it was not trusted. */
  revoke(root: string): boolean {
    const repository = repositoryOf(root);
    const trusted = this.list();
    if (!trusted.includes(repository)) return false;
    this.#write(trusted.filter((other) => other !== repository));
    return true;
  }

  /** Sorted. */
  list(): string[] {
    return read(this.#file);
  }

  #current(): ReadonlySet<string> {
    const stamp = fileStamp(this.#file);
    if (this.#seen?.stamp !== stamp) this.#seen = { stamp, roots: readOrNone(this.#file) };
    return this.#seen.roots;
  }

  #write(repositories: readonly string[]): void {
    const sorted = [...new Set(repositories)].sort();
    replacePrivateFile(this.#file, `${JSON.stringify({ version: 1, repositories: sorted }, null, 2)}\n`);
  }
}

const fileSchema = z.looseObject({ version: z.literal(1), repositories: z.array(z.string()) });

function read(file: string): string[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).repositories.toSorted();
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw new AnnotateError('store/unreadable', `${file} cannot be read; it was left untouched.`, {
      hint: 'It lists the repositories that you trust. Repair it, or delete it and trust them again (annotate-mcp trust).',
      cause,
    });
  }
}

/** A file that cannot be read trusts no repository; commands that list or change it say why. */
function readOrNone(file: string): ReadonlySet<string> {
  try {
    return new Set(read(file));
  } catch {
    return new Set();
  }
}
