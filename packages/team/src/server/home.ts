/**
 * The page at `/` and its files. The page is the same for all people: what a person may see of projects it asks for itself,
 * with the cookie, which browsers do not send when a link of another site leads here.
 */
import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';

import { type Handler, HttpError } from '@annotate-mcp/http';

import { homePage, homePolicy, sendPage } from './pages.ts';
import { requireMethod } from './require-method.ts';
import { parseAddress } from './team-address.ts';

export interface HomeDeps {
  /** Folder of the built files. */
  readonly folder: () => string;
  /** People can sign in by a provider. */
  readonly hasProvider: boolean;
}

export function createHome({ folder, hasProvider }: HomeDeps): { page: Handler; file: Handler } {
  const html = Buffer.from(homePage(hasProvider));
  return {
    page: (request, response) => {
      requireMethod(request, 'GET');
      sendPage(response, html, homePolicy);
    },
    file: async (request, response, { path }) => {
      requireMethod(request, 'GET');
      const address = parseAddress(path);
      const name = address.name === 'home-file' ? address.file : '';
      const bytes = await readBuilt(folder(), name);
      const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      const headers = {
        'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
        'Cache-Control': 'no-cache',
        ETag: tag,
      };
      if (request.headers['if-none-match'] === tag) response.writeHead(304, headers).end();
      else response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
    },
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

async function readBuilt(folder: string, name: string): Promise<Buffer> {
  try {
    const file = await realpath(join(folder, name));
    // A symbolic link may point outside the folder.
    if (dirname(file) !== (await realpath(folder))) throw noFileError();
    return await readFile(file);
  } catch (cause) {
    throw cause instanceof HttpError ? cause : noFileError(cause);
  }
}

function noFileError(cause?: unknown): HttpError {
  return new HttpError(404, 'home/no-file', 'The page has no such file.', {
    hint: 'Reload the page: the server may have been updated. In a checkout of annotate-mcp run "npm run build".',
    cause,
  });
}
