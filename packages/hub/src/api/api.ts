/** The HTTP API: finds the endpoint and the author for a request. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { z } from 'zod';

import { cleanName } from '@annotate-mcp/core';
import { type Handler, HttpError } from '@annotate-mcp/http';

import { localAuthorId } from '../author-id.ts';
import { toHttpError } from '../errors.ts';
import { authorFrom, type Speaker } from '../speaker.ts';

import { annotationEndpoints } from './annotations.ts';
import { attachmentEndpoints } from './attachments.ts';
import type { Endpoint, ApiDeps } from './endpoint.ts';
import { localEndpoints } from './local.ts';
import { proofEndpoints } from './proofs.ts';

export const endpoints: readonly Endpoint[] = [
  ...annotationEndpoints,
  ...attachmentEndpoints,
  ...proofEndpoints,
  ...localEndpoints,
];

export function serveApi(deps: ApiDeps): Handler {
  return async (request, response, { below, path, query, local, maxBodyBytes, caller }) => {
    const found = findEndpoint(request.method ?? 'GET', below.slice(1));
    if (found === null) {
      throw new HttpError(404, 'api/unknown', `There is no ${request.method ?? 'GET'} ${path}.`, {
        hint: `Available: ${endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`).join(', ')}.`,
      });
    }
    try {
      const speaker: Speaker = {
        ...(authorFrom(caller) ?? (await authorIn(request, local, deps.people))),
        appId: deps.appId,
        local,
        caller,
      };
      const { endpoint, names } = found;
      const [name = ''] = names;
      await endpoint.answer({ deps, request, response, query, name, names, speaker, maxBodyBytes });
    } catch (error) {
      throw toHttpError(error, deps.onError);
    }
  };
}

function findEndpoint(requestMethod: string, path: string): { endpoint: Endpoint; names: string[] } | null {
  const method = requestMethod === 'HEAD' ? 'GET' : requestMethod;
  const segments = path.split('/');
  for (const endpoint of endpoints) {
    const names = endpoint.method === method ? namesIn(segments, endpoint.path.split('/')) : null;
    if (names !== null) return { endpoint, names };
  }
  return null;
}

/** The decoded values of the segments that begin with a colon in `pattern`; `null` when the path is another one. */
function namesIn(segments: readonly string[], pattern: readonly string[]): string[] | null {
  if (segments.length !== pattern.length) return null;
  const takesAny = (index: number): boolean => pattern[index]?.startsWith(':') === true;
  if (segments.some((segment, index) => !takesAny(index) && segment !== pattern[index])) return null;
  return segments.filter((_, index) => takesAny(index)).map(decode);
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // An invalid encoding is not a name of anything; it is searched for as it is and not found.
    return name;
  }
}

type Author = Pick<Speaker, 'authorId' | 'authorName'>;

async function authorIn(
  request: IncomingMessage,
  local: boolean,
  people: ApiDeps['people'],
): Promise<Author> {
  const authorId = authorIdIn(request, local, people);
  const name = nameIn(request);
  if (name !== null) return { authorId, authorName: name };
  // A page says neither secret nor name with what it asks for beside its socket.
  return { authorId, ...(local && authorId !== localAuthorId && (await people.nameHere())) };
}

/** Percent-encoded, because headers have no other letters than those of ASCII. */
function nameIn({ headers }: IncomingMessage): string | null {
  const sent = headers['x-annotate-author-name'];
  return typeof sent === 'string' ? cleanName(decode(sent)) : null;
}

function authorIdIn({ headers, method }: IncomingMessage, local: boolean, people: ApiDeps['people']): string {
  const secret = headers['x-annotate-author-secret'];
  if (secret === undefined) {
    if (local) return people.authorOf(null, { local });
    // A new author, who has no drafts.
    if (method === 'GET' || method === 'HEAD') return randomUUID();
    throw new HttpError(400, 'api/no-author', 'The request does not say whose it is.', {
      hint: 'Send a random UUID that only you know as the header x-annotate-author-secret.',
    });
  }
  const parsed = z.uuid().safeParse(secret);
  if (parsed.success) return people.authorOf(parsed.data, { local });
  throw new HttpError(400, 'api/bad-author', 'The header x-annotate-author-secret is not a UUID.', {
    hint: 'Send a random UUID that stays the same for one person and that only their browser knows.',
  });
}
