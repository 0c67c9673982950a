/** The HTTP API: finds the endpoint for a request and says who asks. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { z } from 'zod';

import { type Handler, HttpError } from '@annotate-mcp/http';

import { asHttpError } from '../errors.ts';
import { localAuthorId, requireOwnName, type Speaker } from '../speaker.ts';

import { annotationEndpoints } from './annotations.ts';
import { attachmentEndpoints } from './attachments.ts';
import type { Endpoint, Office } from './endpoint.ts';
import { exportEndpoints } from './export.ts';
import { pageNoteEndpoints } from './page-notes.ts';

export const endpoints: readonly Endpoint[] = [
  ...annotationEndpoints,
  ...pageNoteEndpoints,
  ...exportEndpoints,
  ...attachmentEndpoints,
];

export function serveApi(office: Office): Handler {
  return async (request, response, { below, path, query, local, maxBodyBytes }) => {
    const found = find(request.method ?? 'GET', below.slice(1));
    if (found === null) {
      throw new HttpError(404, 'api/unknown', `There is no ${request.method ?? 'GET'} ${path}.`, {
        hint: `There are: ${endpoints.map((one) => `${one.method} ${one.path}`).join(', ')}.`,
      });
    }
    try {
      const speaker = speakerOf(request, office.appId, local);
      const { endpoint, name } = found;
      await endpoint.answer({ office, request, response, query, name, speaker, maxBodyBytes });
    } catch (error) {
      throw asHttpError(error, office.onError);
    }
  };
}

function find(asked: string, path: string): { endpoint: Endpoint; name: string } | null {
  const method = asked === 'HEAD' ? 'GET' : asked;
  const [resource = '', name, ...more] = path.split('/');
  if (more.length > 0) return null;
  const endpoint = endpoints.find((one) => {
    const [ownResource, ownName] = one.path.split('/');
    return (
      one.method === method && ownResource === resource && (ownName === undefined) === (name === undefined)
    );
  });
  return endpoint === undefined ? null : { endpoint, name: decoded(name ?? '') };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Not an encoding of any name, so the name of nothing: it is looked for as it stands, and not found.
    return name;
  }
}

function speakerOf(request: IncomingMessage, appId: string, local: boolean): Speaker {
  const speaker = { authorId: authorOf(request, local), appId, local };
  requireOwnName(speaker);
  return speaker;
}

function authorOf({ headers, method }: IncomingMessage, local: boolean): string {
  const stated = headers['x-annotate-author'];
  if (stated === undefined) {
    if (local) return localAuthorId;
    // Nobody, who has no drafts.
    if (method === 'GET' || method === 'HEAD') return randomUUID();
    throw new HttpError(400, 'api/no-author', 'The request does not say who it comes from.', {
      hint: 'Send a UUID of your own as the header x-annotate-author.',
    });
  }
  const authorId = z.uuid().safeParse(stated);
  if (authorId.success) return authorId.data;
  throw new HttpError(400, 'api/bad-author', 'The header x-annotate-author is not a UUID.', {
    hint: 'Send a random UUID that stays the same for one person.',
  });
}
