/** The HTTP API: finds the endpoint and the author for a request. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { z } from 'zod';

import { type Handler, HttpError } from '@annotate-mcp/http';

import { authorIdFrom, localAuthorId } from '../author-id.ts';
import { toHttpError } from '../errors.ts';
import type { Speaker } from '../speaker.ts';

import { annotationEndpoints } from './annotations.ts';
import { attachmentEndpoints } from './attachments.ts';
import type { Endpoint, ApiDeps } from './endpoint.ts';
import { exportEndpoints } from './export.ts';
import { pageNoteEndpoints } from './page-notes.ts';
import { stopHookEndpoints } from './stop-hook.ts';

export const endpoints: readonly Endpoint[] = [
  ...annotationEndpoints,
  ...pageNoteEndpoints,
  ...exportEndpoints,
  ...attachmentEndpoints,
  ...stopHookEndpoints,
];

export function serveApi(deps: ApiDeps): Handler {
  return async (request, response, { below, path, query, local, maxBodyBytes }) => {
    const found = findEndpoint(request.method ?? 'GET', below.slice(1));
    if (found === null) {
      throw new HttpError(404, 'api/unknown', `There is no ${request.method ?? 'GET'} ${path}.`, {
        hint: `Available: ${endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`).join(', ')}.`,
      });
    }
    try {
      const speaker: Speaker = { authorId: authorOf(request, local), appId: deps.appId, local };
      const { endpoint, name } = found;
      await endpoint.answer({ deps, request, response, query, name, speaker, maxBodyBytes });
    } catch (error) {
      throw toHttpError(error, deps.onError);
    }
  };
}

function findEndpoint(requestMethod: string, path: string): { endpoint: Endpoint; name: string } | null {
  const method = requestMethod === 'HEAD' ? 'GET' : requestMethod;
  const [resource = '', name, ...more] = path.split('/');
  if (more.length > 0) return null;
  const found = endpoints.find((endpoint) => {
    const [ownResource, ownName] = endpoint.path.split('/');
    const takesName = ownName !== undefined;
    return endpoint.method === method && ownResource === resource && takesName === (name !== undefined);
  });
  return found === undefined ? null : { endpoint: found, name: decode(name ?? '') };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // An invalid encoding is no name of anything; it is searched for as it is and not found.
    return name;
  }
}

function authorOf({ headers, method }: IncomingMessage, local: boolean): string {
  const secret = headers['x-annotate-author-secret'];
  if (secret === undefined) {
    if (local) return localAuthorId;
    // A new author, who has no drafts.
    if (method === 'GET' || method === 'HEAD') return randomUUID();
    throw new HttpError(400, 'api/no-author', 'The request does not say whose it is.', {
      hint: 'Send a random UUID that only you know as the header x-annotate-author-secret.',
    });
  }
  const parsed = z.uuid().safeParse(secret);
  if (parsed.success) return authorIdFrom(parsed.data);
  throw new HttpError(400, 'api/bad-author', 'The header x-annotate-author-secret is not a UUID.', {
    hint: 'Send a random UUID that stays the same for one person and that only their browser knows.',
  });
}
