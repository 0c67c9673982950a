/** The pictures in comments on documents. Each is named by a hash of its content, as pictures of pages are. */
import { createHash } from 'node:crypto';

import { AnnotateError } from '@annotate-mcp/core';
import { FolderAttachments, type PictureType, pictureTypes } from '@annotate-mcp/store/attachments';

import { largestPicture } from '../view-fields.ts';

export class CommentPictures {
  readonly #folder: FolderAttachments;

  /** `root` is the project's. */
  constructor(root: string) {
    this.#folder = new FolderAttachments(root);
  }

  /** Returns the name under which it is stored. */
  async add(bytes: Buffer): Promise<string> {
    if (bytes.length > largestPicture) throw tooLargeError(bytes.length);
    const type = pictureTypes.find(({ matches }) => matches(bytes));
    if (type === undefined) throw notAPictureError();
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${type.extension}`;
    await this.#folder.put(name, bytes);
    return name;
  }

  /** `null` when it is gone, or not the picture that its name says. */
  async find(name: string): Promise<{ bytes: Buffer; type: PictureType } | null> {
    const type = pictureTypes.find(({ extension }) => name.endsWith(`.${extension}`));
    const bytes = type === undefined ? null : await this.#folder.get(name);
    if (type === undefined || bytes === null || bytes.length > largestPicture || !type.matches(bytes))
      return null;
    return { bytes, type };
  }
}

function tooLargeError(bytes: number): AnnotateError {
  return new AnnotateError(
    'arguments/invalid',
    `The picture has ${bytes} bytes, and ${largestPicture} are allowed.`,
    { hint: 'Nothing was stored. Attach a smaller one.' },
  );
}

function notAPictureError(): AnnotateError {
  return new AnnotateError('arguments/invalid', 'The file is not a PNG, JPEG or WebP picture.', {
    hint: 'Nothing was stored. Attach a picture of one of these types.',
  });
}
