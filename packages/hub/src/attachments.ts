/** Pictures beside the store: named by their content, so that the same one is kept once. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface PictureType {
  readonly mime: string;
  readonly extension: string;
  readonly isOne: (bytes: Buffer) => boolean;
}

export const pictureTypes: readonly PictureType[] = [
  { mime: 'image/png', extension: 'png', isOne: (bytes) => beginsWith(bytes, 0, '89504e470d0a1a0a') },
  { mime: 'image/jpeg', extension: 'jpg', isOne: (bytes) => beginsWith(bytes, 0, 'ffd8ff') },
  {
    mime: 'image/webp',
    extension: 'webp',
    isOne: (bytes) => beginsWith(bytes, 0, '52494646') && beginsWith(bytes, 8, '57454250'),
  },
];

export class Attachments {
  readonly #annotateFolder: string;
  readonly #folder: string;

  constructor(projectRoot: string) {
    this.#annotateFolder = join(projectRoot, '.annotate');
    this.#folder = join(this.#annotateFolder, 'attachments');
  }

  /** Returns its file name. */
  async keep(bytes: Buffer, { extension }: PictureType): Promise<string> {
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
    const file = join(this.#folder, name);
    if (existsSync(file)) return name;
    await this.#createFolder();
    const unfinished = join(this.#folder, `.${randomUUID()}`);
    try {
      await writeFile(unfinished, bytes, { flag: 'wx' });
      // Under its name it is whole, whoever else writes the same picture just now.
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return name;
  }

  /** `null` when there is no such picture. */
  async find(name: string): Promise<{ bytes: Buffer; type: PictureType } | null> {
    const extension = /^[0-9a-f]{64}\.(\w+)$/.exec(name)?.[1];
    const type = pictureTypes.find((candidate) => candidate.extension === extension);
    if (type === undefined) return null;
    try {
      const [folder, file] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, name))]);
      // A link may lead anywhere.
      return file.startsWith(`${folder}${sep}`) ? { bytes: await readFile(file), type } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** A store without a file of its own may not have made the folder, which ignores itself in git. */
  async #createFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const ignore = join(this.#annotateFolder, '.gitignore');
    if (existsSync(ignore)) return;
    await writeFile(ignore, '*\n', { flag: 'wx' }).catch(() => {
      // Made by another process meanwhile; if not, the picture matters more.
    });
  }
}

function beginsWith(bytes: Buffer, at: number, hex: string): boolean {
  return bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
