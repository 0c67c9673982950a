/** The files beside one document: what its addresses name, its pictures, and when a shown one has changed. */
import { dirname, join, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { fileStamp, isInside } from '@annotate-mcp/store/files';

import { largestFile, toMarkdownError } from '../errors.ts';

import { readBytes, resolveFile } from './read-file.ts';
import { watchFile } from './watch-file.ts';

interface FilesBesideOptions {
  /** Of the document: real, absolute. */
  file: string;
  /** Of the project: real, absolute. */
  root: string;
  /** The folders that the document was allowed to be opened from. */
  roots: readonly string[];
  /** Whether changes that no file event reports are looked for. */
  checksSafely: boolean;
  onChange: (address: string) => void;
}

/** A document with more pictures shows all of them; only these are followed. */
const mostWatched = 200;
const safetyCheckMs = 10_000;

export class FilesBeside {
  /** The folders that the document was allowed to be opened from: real, absolute. */
  readonly roots: readonly string[];
  readonly #options: FilesBesideOptions;
  /** By address; also of pictures that are missing, which may appear. */
  readonly #watches = new Map<string, () => void>();
  #isClosed = false;

  constructor(options: FilesBesideOptions) {
    this.roots = options.roots;
    this.#options = options;
  }

  /** The file that an address in the document names. It may not exist, or not be allowed. */
  locate(address: string): LocalAddress {
    return locate(address, this.#options);
  }

  /** A picture that an address in the document names. A change of it is reported from then on. */
  async readPicture(address: string): Promise<Picture> {
    const { path } = this.locate(address);
    this.#watch(address, path);
    return readPicture(path, this.roots);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
  }

  #watch(address: string, path: string): void {
    if (this.#isClosed || this.#watches.has(address) || this.#watches.size >= mostWatched) return;
    // Whether another file exists or changes is none of the document's business.
    if (!this.roots.some((root) => isInside(path, root))) return;
    let stamp = fileStamp(path);
    const stop = watchFile(path, this.#options.checksSafely ? safetyCheckMs : null, () => {
      const now = fileStamp(path);
      if (now === stamp) return;
      stamp = now;
      this.#options.onChange(address);
    });
    this.#watches.set(address, stop);
  }
}

/** What a document's address names on this machine. Whether it may be read is decided later, by its real path. */
interface LocalAddress {
  /** Absolute. */
  path: string;
  /** After the `#`, still encoded; empty without one. */
  fragment: string;
}

/**
 * Relative addresses count from the document, and those that begin with `/` from the project's root, as the hosts of
 * repositories do it. Throws for an address of another scheme, `file:` included: those name no file of the project.
 */
function locate(
  address: string,
  { file, root }: { readonly file: string; readonly root: string },
): LocalAddress {
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#([^]*))?$/.exec(address.trim()) ?? [];
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|\\\\)/i.test(path)) throw foreignAddressError(address);
  const name = decoded(path);
  // No path has such a character, and the file system reports it in words of its own.
  if (name.includes('\0')) throw foreignAddressError(address);
  if (name === '') return { path: file, fragment };
  return { path: name.startsWith('/') ? join(root, name) : resolve(dirname(file), name), fragment };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that encodes nothing belongs to the name of the file.
    return path;
  }
}

function foreignAddressError(address: string): AnnotateError {
  return new AnnotateError(
    'markdown/outside-roots',
    `${address.slice(0, 200)} names no file beside the document.`,
    { hint: 'Use a path that is relative to the document.' },
  );
}

interface Picture {
  /** Its media type. */
  type: string;
  content: Buffer;
  /** See `fileStamp`. */
  stamp: string;
}

/** Reads a picture below `roots`, by its real path. A file that is no picture is refused, whatever its name says. */
async function readPicture(path: string, roots: readonly string[]): Promise<Picture> {
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

/** The media type of a picture by its content; `null` for anything else, whatever the name of the file says. */
export function pictureType(content: Buffer, file: string): string | null {
  const known = signatures.find(({ begins }) => begins(content));
  if (known !== undefined) return known.type;
  return /\.svg$/i.test(file) && isSvg(content) ? 'image/svg+xml' : null;
}

const signatures: readonly { type: string; begins: (content: Buffer) => boolean }[] = [
  { type: 'image/png', begins: (content) => hasAt(content, 0, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', begins: (content) => hasAt(content, 0, '\xff\xd8\xff') },
  {
    type: 'image/gif',
    begins: (content) => hasAt(content, 0, 'GIF87a') || hasAt(content, 0, 'GIF89a'),
  },
  { type: 'image/webp', begins: (content) => hasAt(content, 0, 'RIFF') && hasAt(content, 8, 'WEBP') },
  {
    type: 'image/avif',
    begins: (content) => hasAt(content, 4, 'ftypavif') || hasAt(content, 4, 'ftypavis'),
  },
];

function hasAt(content: Buffer, offset: number, signature: string): boolean {
  return content.toString('latin1', offset, offset + signature.length) === signature;
}

/** Only what stands before the first element may be long: a declaration, comments, a document type. */
function isSvg(content: Buffer): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(content.toString('utf8', 0, 200))
    ? /<svg[\s>]/i.test(content.toString('utf8', 0, 64_000))
    : false;
}
