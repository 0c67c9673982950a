import type { Manifest } from '@annotate-mcp/core';
import type { Handler } from '@annotate-mcp/http';

import { sendWithETag } from './etag.ts';
import { requireGet } from './require-get.ts';

export function serveManifest(manifest: () => Manifest): Handler {
  return (request, response) => {
    requireGet(request);
    const bytes = Buffer.from(JSON.stringify(manifest()));
    sendWithETag(request, response, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}
