/** Serves the script that mounts the overlay in a page, and the overlay's built files. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Handler, HttpError } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';
import { isInside } from '@annotate-mcp/store/files';

import { requireGet, sendWithETag } from './get-requests.ts';

const entryFile = 'overlay.js';

export interface OverlaySource {
  readonly folder: () => string;
  /** See `keepsOverlay` of `HubSettings`. */
  readonly isKept: boolean;
}

/** A week: the overlay that a browser has not used for longer may not fit the server any more. */
const keptOverlay = 'private, max-age=0, stale-while-revalidate=604800';

/** The overlay's configuration without the hub's address, which the script finds itself. */
export type ScriptConfig = Omit<OverlayConfig, 'hub'>;

export function serveOverlayScript(config: ScriptConfig, { folder, isKept }: OverlaySource): Handler {
  const script = Buffer.from(overlayScript(config));
  return async (request, response) => {
    requireGet(request);
    // Fails here with an explanation when the overlay is not built. The import in the browser would fail without one.
    await readOverlayFile(folder(), entryFile);
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': isKept ? keptOverlay : 'no-store',
      'Content-Length': script.length,
    });
    response.end(script);
  };
}

/**
 * The script finds the hub by its own address, so it works below any base or mount path. It imports the entry without
 * a version in the query: chunks import it by its plain name, and another query would load the module a second time.
 */
export function overlayScript(config: ScriptConfig): string {
  return [
    `import { loadOverlay } from './page/load-overlay.js';`,
    `const hub = new URL('.', import.meta.url).href.slice(0, -1);`,
    `loadOverlay({ ...${toLiteral(config)}, hub }, () => import('./page/${entryFile}'));`,
    '',
  ].join('\n');
}

/** JSON that is also safe inside an HTML page, for servers that inline the script. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

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

async function readOverlayFile(folder: string, name: string): Promise<Buffer> {
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

/** The folder of the built files in the installed `@annotate-mcp/overlay`. */
export function installedOverlayFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve('@annotate-mcp/overlay/page/overlay.js')));
}
