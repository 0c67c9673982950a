import { dirname, join, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

/** What a document's address names on this machine. Whether it may be read is decided later, by its real path. */
export interface LocalAddress {
  /** Absolute. */
  path: string;
  /** After the `#`, still encoded; empty without one. */
  fragment: string;
}

/**
 * Relative addresses count from the document, and those that begin with `/` from the project's root, as the hosts of
 * repositories do it. Throws for an address of another scheme, `file:` included: those name no file of the project.
 */
export function locate(
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
