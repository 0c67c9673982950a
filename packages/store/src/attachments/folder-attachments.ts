import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';
import { isInside } from '../files/is-inside.ts';
import { refuseLinkOut } from '../files/refuse-link-out.ts';
import { renameOver } from '../files/rename-over.ts';

import { type AttachmentStore, isAttachmentName, requireAttachmentName } from './attachment-store.ts';

/** The default: files in `.annotate/attachments` of the project. */
export class FolderAttachments implements AttachmentStore {
  readonly #annotateFolder: string;
  readonly #folder: string;

  constructor(projectRoot: string) {
    this.#annotateFolder = join(projectRoot, '.annotate');
    this.#folder = join(this.#annotateFolder, 'attachments');
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    requireAttachmentName(name);
    await this.#createFolder();
    const file = join(this.#folder, name);
    if (existsSync(file)) return;
    const temporary = join(this.#folder, `.${randomUUID()}`);
    try {
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
      // Renaming makes the file appear complete, even when another process writes the same picture at the same time.
      await renameOver(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(name: string): Promise<Buffer | null> {
    if (!isAttachmentName(name) || this.#leadsOut()) return null;
    try {
      const [folder, file] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, name))]);
      // A symbolic link may point outside the folder.
      return isInside(file, folder) ? await readFile(file) : null;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  async list(): Promise<string[]> {
    if (this.#leadsOut()) return [];
    try {
      return (await readdir(this.#folder)).filter(isAttachmentName).sort();
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    if ((await this.get(name)) !== null) await rm(join(this.#folder, name), { force: true });
  }

  /** Creates the folder with a `.gitignore`, because a `memory:` store does not create it. */
  async #createFolder(): Promise<void> {
    this.#requireInProject();
    for (const folder of [this.#annotateFolder, this.#folder]) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
        throw hasErrorCode(cause, 'EEXIST', 'ENOTDIR') ? notFolderError(folder, cause) : cause;
      });
    }
    const ignore = join(this.#annotateFolder, '.gitignore');
    if (existsSync(ignore)) return;
    await writeFile(ignore, '*\n', { flag: 'wx', mode: 0o600 }).catch(() => {
      // Another process has created it, or it cannot be written; saving the picture is more important.
    });
  }

  /** A repository may contain a link of this name: others would write, serve or remove what is where it leads. */
  #requireInProject(): void {
    try {
      refuseLinkOut(this.#folder, dirname(this.#annotateFolder));
    } catch (cause) {
      const said = cause instanceof AnnotateError ? cause.message : `${this.#folder} cannot be followed.`;
      throw new AnnotateError('store/outside', said, {
        hint: 'The picture was not stored. Remove the link, which may have come with the repository, and attach it again.',
        cause,
      });
    }
  }

  #leadsOut(): boolean {
    try {
      this.#requireInProject();
      return false;
    } catch {
      // Nothing of ours is there: what is stored says why.
      return true;
    }
  }
}

function notFolderError(folder: string, cause: unknown): AnnotateError {
  return new AnnotateError('store/outside', `${folder} is not a folder.`, {
    hint: 'The picture was not stored. Move or remove the file of this name, and attach the picture again.',
    cause,
  });
}
