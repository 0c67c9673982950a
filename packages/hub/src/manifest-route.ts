import type { Manifest } from '@annotate-mcp/core';
import type { Handler } from '@annotate-mcp/http';

import { sendWithETag } from './etag.ts';
import { requireGet } from './require-get.ts';

export function serveManifest(manifest: () => Manifest | Promise<Manifest>): Handler {
  return async (request, response) => {
    requireGet(request);
    const bytes = Buffer.from(JSON.stringify(await manifest()));
    sendWithETag(request, response, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}
