/** Serves the overlay's built files. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Handler, HttpError } from '@annotate-mcp/http';
import { isInside } from '@annotate-mcp/store/files';

import { sendWithETag } from './etag.ts';
import { requireGet } from './require-get.ts';

export const entryFile = 'overlay.js';

/** The folder of the built files in the installed `@annotate-mcp/overlay`. */
export function installedOverlayFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve('@annotate-mcp/overlay/page/overlay.js')));
}

export interface OverlaySource {
  readonly folder: () => string;
  /** See `keepsOverlay` of `HubSettings`. */
  readonly isKept: boolean;
}

/** A week: the overlay that a browser has not used for longer may not fit the server any more. */
export const keptOverlay = 'private, max-age=0, stale-while-revalidate=604800';

export function serveOverlayFiles({ folder, isKept }: OverlaySource): Handler {
  return async (request, response, { below }) => {
    requireGet(request);
    const name = below.slice(1);
    const bytes = await readOverlayFile(folder(), name);
    sendWithETag(request, response, bytes, {
      'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
      ...(isKept && { 'Cache-Control': keptOverlay }),
      ...(hasContentHash(name) && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    });
  };
}

export async function readOverlayFile(folder: string, name: string): Promise<Buffer> {
  if (!/^\w[\w.-]*$/.test(name)) throw overlayFileNotFoundError(name);
  try {
    const [realFolder, file] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    // A symbolic link may point outside of the folder.
    if (!isInside(file, realFolder)) throw overlayFileNotFoundError(name);
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw name === entryFile ? overlayNotBuiltError(folder, cause) : overlayFileNotFoundError(name);
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** The bundler puts a hash of the content into the names of chunks. */
function hasContentHash(name: string): boolean {
  return /-[\w-]{8}\.js$/.test(name);
}

function overlayFileNotFoundError(name: string): HttpError {
  return new HttpError(404, 'overlay/no-file', `The overlay has no file ${JSON.stringify(name)}.`, {
    hint: 'Reload the page: the overlay may have been updated.',
  });
}

function overlayNotBuiltError(folder: string, cause: unknown): HttpError {
  return new HttpError(500, 'overlay/not-built', `There is no ${entryFile} in ${folder}.`, {
    hint: 'In a checkout of annotate-mcp run "npm run build"; elsewhere install @annotate-mcp/overlay again.',
    cause,
  });
}
