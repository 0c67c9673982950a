import type { Manifest } from '@annotate-mcp/core';
import type { Handler } from '@annotate-mcp/http';

import { sendWithETag } from './etag.ts';
import type { KitIndex } from './kits/kit-index.ts';
import { requireGet } from './require-get.ts';

/** What the dev server knows of components, and what the project's files tell about their users. */
export function serveManifest(manifest: () => Manifest | Promise<Manifest>, kits: KitIndex): Handler {
  return async (request, response) => {
    requireGet(request);
    const bytes = Buffer.from(JSON.stringify({ ...kits.entries(), ...(await manifest()) }));
    sendWithETag(request, response, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}
