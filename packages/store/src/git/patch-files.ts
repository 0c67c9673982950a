/** Patches of edits in `.annotate/edits`. Each is named by the hash of its content, and counts only with a seal of this user. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Edit } from '@annotate-mcp/core';

import { createAnnotateFolder } from '../files/annotate-folder.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { refuseLinkOut } from '../files/refuse-link-out.ts';
import { renameOver } from '../files/rename-over.ts';
import { openRecordSealer, type RecordSealer } from '../trust/record-sealer.ts';

export class PatchFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #sealer: RecordSealer;

  constructor(root: string) {
    this.#root = root;
    this.#folder = join(root, '.annotate', 'edits');
    this.#sealer = openRecordSealer({ repository: root });
  }

  /** `id` is that of the annotation. `patch` has its bytes in a latin1 string. */
  async save(id: string, patch: string): Promise<Required<Pick<Edit, 'patch' | 'seal'>>> {
    const name = hashOf(Buffer.from(patch, 'latin1'));
    refuseLinkOut(this.#folder, this.#root);
    createAnnotateFolder(join(this.#root, '.annotate'));
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.#folder, `.${randomUUID()}`);
    await writeFile(temporary, patch, { encoding: 'latin1', flag: 'wx', mode: 0o600 });
    await renameOver(temporary, this.#fileOf(name));
    return { patch: name, seal: this.#sealer.seal(sealed(id, name)) };
  }

  /**
   * The patch, as bytes in a latin1 string. `null` when there is none, when it is not the one that the annotation names,
   * or when this user's own server has not made it: a record that came with a repository may name any.
   */
  async read(id: string, { patch, seal }: Pick<Edit, 'patch' | 'seal'>): Promise<string | null> {
    if (patch === undefined || !/^[0-9a-f]{64}$/.test(patch)) return null;
    if (!this.#sealer.isSealed(sealed(id, patch), seal)) return null;
    try {
      const bytes = await readFile(this.#fileOf(patch));
      return hashOf(bytes) === patch ? bytes.toString('latin1') : null;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  /** Only what `read` would return: another record cannot have a patch removed. */
  async remove(id: string, edited: Pick<Edit, 'patch' | 'seal'>): Promise<void> {
    const { patch = '', seal } = edited;
    if (this.#sealer.isSealed(sealed(id, patch), seal)) await rm(this.#fileOf(patch), { force: true });
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.patch`);
  }
}

/** What the seal of a patch says; no record of a store has this form. */
function sealed(annotation: string, patch: string): object {
  return { sealed: 'patch of an edit', annotation, patch };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
