import type { IncomingMessage } from 'node:http';

import { DeepJsonError, isDeep, mostJsonLevels, parseJson } from '@annotate-mcp/core';

import { tooLarge } from './body-size.ts';
import { HttpError, quoted, type Refusal } from './refusal.ts';

/** The whole body, or an `HttpError`: 413 beyond `limit` bytes, 400 when the client leaves halfway. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (request.readableEnded) throw alreadyReadError();
  if (request.destroyed) throw cutOffError();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw asError(tooLarge(limit));
  return collect(request, limit);
}

/**
 * A JSON body. The media type is required because a page of another site can post `text/plain` without
 * asking, but not `application/json`. Behind a body parser its `request.body` is taken.
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  requireJson(request);
  if (request.readableEnded && 'body' in request && request.body !== undefined) {
    if (isDeep(request.body, mostJsonLevels)) throw tooDeepError();
    return request.body;
  }
  return readValue(await readBody(request, limit));
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  // Not `for await`: leaving that loop early destroys the stream, and with it the answer.
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => reject(asError(tooLarge(limit))));
    };
    const finish = (): void => {
      ended = true;
      // HTTP/2 ends the body of a request that is reset, and says only then that it was aborted.
      setImmediate(() => settle(() => resolve(Buffer.concat(chunks))));
    };
    const leave = (): void => settle(() => reject(cutOffError()));
    const close = (): void => {
      if (!ended) leave();
    };
    const settle = (outcome: () => void): void => {
      request
        .off('data', take)
        .off('end', finish)
        .off('aborted', leave)
        .off('close', close)
        .off('error', leave);
      outcome();
    };
    request.on('data', take).on('end', finish).on('aborted', leave).on('close', close).on('error', leave);
  });
}

function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? '';
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    const said = type === '' ? 'no Content-Type' : `the Content-Type ${quoted(type)}`;
    throw new HttpError(415, 'body/not-json-type', `The request body has ${said}; only JSON is taken.`, {
      hint: 'Send "Content-Type: application/json".',
    });
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'body/encoded', `The request body is encoded as ${quoted(encoding)}.`, {
      hint: 'Send it uncompressed.',
    });
  }
}

function readValue(bytes: Buffer): unknown {
  if (bytes.length === 0) {
    throw new HttpError(400, 'body/empty', 'The request body is empty where JSON was expected.', {
      hint: 'Send a JSON value.',
    });
  }
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof DeepJsonError) throw tooDeepError(cause);
    throw new HttpError(400, 'body/bad-json', `The request body is not valid JSON: ${reason(cause)}.`, {
      hint: 'Nothing was changed. Repair the JSON (UTF-8) and send it again.',
      cause,
    });
  }
}

function tooDeepError(cause?: DeepJsonError): HttpError {
  return new HttpError(
    400,
    'body/too-deep',
    `The JSON of the request body is nested deeper than ${mostJsonLevels} levels.`,
    { hint: 'Nothing was changed. Send flatter JSON: nothing that is taken here is nested so deep.', cause },
  );
}

// V8 quotes the text around the fault, which may be a person's; its first words say enough.
function reason(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : '';
  return (
    /^[^"'`,]*? in JSON at position \d+/.exec(text)?.[0] ??
    (cause instanceof TypeError ? 'not UTF-8' : 'it does not parse')
  );
}

function asError(refusal: Refusal): HttpError {
  return new HttpError(refusal.status, refusal.code, refusal.message, { hint: refusal.hint });
}

function cutOffError(): HttpError {
  return new HttpError(400, 'body/cut-off', 'The client left before its request body was complete.', {
    hint: 'Nothing was changed. Send it again.',
  });
}

function alreadyReadError(): HttpError {
  return new HttpError(500, 'body/already-read', 'The request body was read before it got here.', {
    hint: 'Mount the annotate-mcp middleware before body parsers.',
  });
}
