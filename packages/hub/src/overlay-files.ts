/** The overlay's built files. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Handler, HttpError } from '@annotate-mcp/http';

import { sendEntity } from './entity.ts';
import { requireGet } from './methods.ts';

export const entryFile = 'overlay.js';

/** Where the installed overlay has them; asked of the module system only when nobody said. */
export function installedOverlay(): string {
  return dirname(fileURLToPath(import.meta.resolve('@annotate-mcp/overlay/page/overlay.js')));
}

export function serveOverlayFiles(folder: () => string): Handler {
  return async (request, response, { below }) => {
    requireGet(request);
    const name = below.slice(1);
    const bytes = await readOverlayFile(folder(), name);
    sendEntity(request, response, bytes, {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      ...(isNamedByContent(name) && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    });
  };
}

export async function readOverlayFile(folder: string, name: string): Promise<Buffer> {
  if (!/^\w[\w.-]*$/.test(name)) throw noFile(name);
  try {
    const [home, file] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    // A link may lead anywhere.
    if (!file.startsWith(`${home}${sep}`)) throw noFile(name);
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw name === entryFile ? notBuilt(folder, cause) : noFile(name);
  }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** As the bundler names chunks: another content has another name. */
function isNamedByContent(name: string): boolean {
  return /-[\w-]{8}\.js$/.test(name);
}

function noFile(name: string): HttpError {
  return new HttpError(404, 'overlay/no-file', `The overlay has no file ${JSON.stringify(name)}.`, {
    hint: 'Reload the page: the overlay may have been updated since.',
  });
}

function notBuilt(folder: string, cause: unknown): HttpError {
  return new HttpError(500, 'overlay/not-built', `There is no ${entryFile} in ${folder}.`, {
    hint: 'In a checkout run "npm run build"; else install @annotate-mcp/overlay again.',
    cause,
  });
}
