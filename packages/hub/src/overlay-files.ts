/** Serves the script that mounts the overlay in a page, and the overlay's built files. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Handler, HttpError } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';
import { isInside } from '@annotate-mcp/store/files';

import { requireGet, sendWithETag } from './get-requests.ts';

const entryFile = 'overlay.js';
/** What is served as the script of a page, once the configuration is written in it. */
const scriptFile = 'load-overlay.js';

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
  return async (request, response) => {
    requireGet(request);
    const template = await readOverlayFile(folder(), scriptFile);
    const script = Buffer.from(overlayScript(template.toString(), config));
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': isKept ? keptOverlay : 'no-store',
      'Content-Length': script.length,
    });
    response.end(script);
  };
}

/** `template` is load-overlay.ts of the overlay. It finds the hub by its own address, below any base or mount path. */
export function overlayScript(template: string, config: ScriptConfig): string {
  return template.replace('__ANNOTATE_CONFIG__', () => toLiteral(config));
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
    // A symbolic link may point outside the folder.
    if (!isInside(file, realFolder)) throw overlayFileNotFoundError(name);
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    const isOfFirstLoad = name === entryFile || name === scriptFile;
    throw isOfFirstLoad ? overlayNotBuiltError(folder, name, cause) : overlayFileNotFoundError(name);
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

function overlayNotBuiltError(folder: string, name: string, cause: unknown): HttpError {
  return new HttpError(500, 'overlay/not-built', `There is no ${name} in ${folder}.`, {
    hint: 'In a checkout of annotate-mcp run "npm run build"; elsewhere install @annotate-mcp/overlay again.',
    cause,
  });
}

/** The folder of the built files in the installed `@annotate-mcp/overlay`. */
export function installedOverlayFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve('@annotate-mcp/overlay/page/overlay.js')));
}
