import { AnnotateError } from '@annotate-mcp/core';
import { fileStamp } from '@annotate-mcp/store/files';

import { largestFile, toMarkdownError } from '../files/failures.ts';
import { readBytes, resolveFile } from '../files/read-file.ts';

import { pictureType } from './picture-type.ts';

export interface Picture {
  /** Its media type. */
  type: string;
  content: Buffer;
  /** See `fileStamp`. */
  stamp: string;
}

/** Reads a picture below `roots`, by its real path. A file that is no picture is refused, whatever its name says. */
export async function readPicture(path: string, roots: readonly string[]): Promise<Picture> {
  const { file } = await resolveFile(path, () => roots);
  try {
    const stamp = fileStamp(file);
    const content = await readBytes(file, pictureTooLargeError);
    const type = pictureType(content, file);
    if (type === null) throw notAPictureError(path);
    return { type, content, stamp };
  } catch (error) {
    throw toMarkdownError(error, path);
  }
}

function notAPictureError(file: string): AnnotateError {
  return new AnnotateError('markdown/not-a-picture', `${file} is not a picture that can be shown.`, {
    hint: 'Use PNG, JPEG, GIF, WebP, AVIF or SVG.',
  });
}

function pictureTooLargeError(file: string, bytes: number): AnnotateError {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return new AnnotateError(
    'markdown/too-large',
    `${file} has ${size}; pictures of up to ${largestFile / 1e6} MB are shown.`,
    { hint: 'Make the picture smaller.' },
  );
}
