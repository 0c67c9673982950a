import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Annotation, mostPictures, picturesOf } from '@annotate-mcp/core';
import { hasErrorCode, isInside } from '@annotate-mcp/store/files';

export interface Picture {
  file: string;
  mimeType: string;
  /** Base64. */
  data: string;
}

const mimeTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};
/** Models refuse larger ones. */
const mostBytes = 5_000_000;

/** The pictures that the person sent with the annotation, without those that cannot be read. */
export async function readPictures(annotation: Annotation, root: string): Promise<Picture[]> {
  // A record that came with the repository may name any number of them.
  const names = picturesOf(annotation).slice(0, mostPictures + 1);
  const pictures = await Promise.all(names.map((name) => readPicture(name, root)));
  return pictures.filter((picture) => picture !== null);
}

async function readPicture(name: string, root: string): Promise<Picture | null> {
  const extension = /^[0-9a-f]{64}\.(\w+)$/.exec(name)?.[1] ?? '';
  const mimeType = mimeTypes[extension];
  if (mimeType === undefined) return null;
  const folder = join(root, '.annotate', 'attachments');
  try {
    const file = await realpath(join(folder, name));
    // A link of the repository could lead to any file of the person.
    if (!isInside(file, join(await realpath(root), '.annotate')) || (await stat(file)).size > mostBytes)
      return null;
    return { file, mimeType, data: (await readFile(file)).toString('base64') };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
