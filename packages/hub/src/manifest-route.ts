import type { Manifest } from '@annotate-mcp/core';
import type { Handler } from '@annotate-mcp/http';

import { sendEntity } from './entity.ts';
import { requireGet } from './methods.ts';

export function serveManifest(manifest: () => Manifest): Handler {
  return (request, response) => {
    requireGet(request);
    const bytes = Buffer.from(JSON.stringify(manifest()));
    sendEntity(request, response, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}
