/**
 * The pictures in comments on one document. Each is named by a hash of its content and of the document's path: no other
 * document and no page has a picture of that name, so that it can be removed with the last comment that names it.
 */
import { createHash } from 'node:crypto';

import { AnnotateError, picturesOf } from '@annotate-mcp/core';
import { FolderAttachments, type PictureType, pictureTypes } from '@annotate-mcp/store/attachments';

import { largestPicture } from '../view-fields.ts';
import type { MarkdownComment } from '../view-messages.ts';

export class CommentPictures {
  readonly #folder: FolderAttachments;
  readonly #path: string;
  /** Added by this process: a draft may have lost them again, or never have had them. */
  readonly #added = new Set<string>();

  /** `root` is the project's; `path` leads from there to the document. */
  constructor(root: string, path: string) {
    this.#folder = new FolderAttachments(root);
    this.#path = path;
  }

  /** Returns the name under which it is stored. */
  async add(bytes: Buffer): Promise<string> {
    if (bytes.length > largestPicture) throw tooLargeError(bytes.length);
    const type = pictureTypes.find(({ matches }) => matches(bytes));
    if (type === undefined) throw notAPictureError();
    const name = `${this.#hash(bytes)}.${type.extension}`;
    await this.#folder.put(name, bytes);
    this.#added.add(name);
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

  /** Removes those of `names` that none of the document's comments has. */
  async removeUnnamed(names: Iterable<string>, comments: Iterable<MarkdownComment>): Promise<void> {
    const named = new Set([...comments].flatMap(picturesOf));
    for (const name of new Set(names))
      // What cannot be removed stays: the comment is deleted all the same.
      if (!named.has(name)) await this.#remove(name).catch(() => undefined);
  }

  /** To be called when the document is closed: until then a draft may get back what it had. */
  async removeUnused(comments: Iterable<MarkdownComment>): Promise<void> {
    await this.removeUnnamed(this.#added, comments);
  }

  /** A comment of the repository may name what belongs to a page or to another document. */
  async #remove(name: string): Promise<void> {
    const bytes = await this.#folder.get(name);
    if (bytes !== null && name.startsWith(`${this.#hash(bytes)}.`)) await this.#folder.remove(name);
  }

  #hash(bytes: Buffer): string {
    return createHash('sha256').update(`${this.#path}\0`).update(bytes).digest('hex');
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
