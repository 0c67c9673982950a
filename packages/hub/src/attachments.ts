/** Pictures and records in `.annotate/attachments`. Each is named by a hash of its content, so the same one is stored once. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { hasErrorCode, isInside } from '@annotate-mcp/store/files';

export interface PictureType {
  readonly mime: string;
  readonly extension: string;
  readonly matches: (bytes: Buffer) => boolean;
}

export const pictureTypes: readonly PictureType[] = [
  { mime: 'image/png', extension: 'png', matches: (bytes) => hasBytesAt(bytes, 0, '89504e470d0a1a0a') },
  { mime: 'image/jpeg', extension: 'jpg', matches: (bytes) => hasBytesAt(bytes, 0, 'ffd8ff') },
  {
    mime: 'image/webp',
    extension: 'webp',
    matches: (bytes) => hasBytesAt(bytes, 0, '52494646') && hasBytesAt(bytes, 8, '57454250'),
  },
];

export class Attachments {
  readonly #annotateFolder: string;
  readonly #folder: string;

  constructor(projectRoot: string) {
    this.#annotateFolder = join(projectRoot, '.annotate');
    this.#folder = join(this.#annotateFolder, 'attachments');
  }

  /** Returns the file name of the stored picture or record. */
  async save(bytes: Buffer, { extension }: { readonly extension: string }): Promise<string> {
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
    const file = join(this.#folder, name);
    if (existsSync(file)) return name;
    await this.#createFolder();
    const temporary = join(this.#folder, `.${randomUUID()}`);
    try {
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
      // Renaming makes the file appear complete, also when another process writes the same picture at the same time.
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return name;
  }

  /** `null` when there is no such picture. */
  async find(name: string): Promise<{ bytes: Buffer; type: PictureType } | null> {
    const extension = /^[0-9a-f]{64}\.(\w+)$/.exec(name)?.[1];
    const type = pictureTypes.find((candidate) => candidate.extension === extension);
    const bytes = type === undefined ? null : await this.#read(name);
    return type === undefined || bytes === null ? null : { bytes, type };
  }

  /** The text of a record, which is not served to pages; `null` when there is no such record. */
  async findRecord(name: string): Promise<string | null> {
    const isRecord = /^[0-9a-f]{64}\.json$/.test(name);
    return isRecord ? ((await this.#read(name))?.toString() ?? null) : null;
  }

  /** Does nothing when the name is not one that `save` returned. */
  async remove(name: string): Promise<void> {
    if (!/^[0-9a-f]{64}\.\w+$/.test(name) || (await this.#read(name)) === null) return;
    await rm(join(this.#folder, name), { force: true });
  }

  async #read(name: string): Promise<Buffer | null> {
    try {
      const [folder, file] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, name))]);
      // A symbolic link may point outside of the folder.
      return isInside(file, folder) ? await readFile(file) : null;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  /** Creates the folder with a `.gitignore`, because a `memory:` store does not create it. */
  async #createFolder(): Promise<void> {
    for (const folder of [this.#annotateFolder, this.#folder]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.#requireInProject(folder);
    }
    const ignore = join(this.#annotateFolder, '.gitignore');
    if (existsSync(ignore)) return;
    await writeFile(ignore, '*\n', { flag: 'wx', mode: 0o600 }).catch(() => {
      // Another process has created it, or it cannot be written; saving the picture is more important.
    });
  }

  /** A repository may contain a symbolic link of this name, to make others write where it leads. */
  async #requireInProject(folder: string): Promise<void> {
    const [root, found] = await Promise.all([realpath(dirname(this.#annotateFolder)), realpath(folder)]);
    if (isInside(found, root)) return;
    throw new AnnotateError('store/unreadable', `${folder} leads out of the project, to ${found}.`, {
      hint: 'Nothing was written. Remove the symbolic link; it may have come with the repository.',
    });
  }
}

function hasBytesAt(bytes: Buffer, at: number, hex: string): boolean {
  return bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;
}
