/**
 * What the page of a view is served. `GET /review/<viewUUID>/` is the view, marked by
 * `<meta name="annotate-mcp-host" content="page">`; the fragment of its address is its token, which it shows as
 * `Authorization: Bearer <token>` with
 * - `POST ./call { name, arguments }` → a `CallToolResult`: the app-only tools, and `open_markdown`, which here answers
 *   for the view of this address, whatever it is given;
 * - `POST ./read { uri }` → `{ contents: [{ uri, mimeType, text }] }`: the view's resources.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';
import { type Handler, HttpError, readJson, sendJson } from '@annotate-mcp/http';
import { type ViewCredentials, viewResources } from '@annotate-mcp/markdown/view-protocol';

import type { MarkdownReview } from '../review.ts';
import type { ViewFiles } from '../view-files.ts';

import { callFromPage } from './call-from-page.ts';
import { pageHeaders, pageOf } from './page-html.ts';

export interface Served {
  review: MarkdownReview;
  files: ViewFiles;
  debug: (line: string) => void;
}

export function pageHandler(served: Served): Handler {
  return async (request, response, { below, maxBodyBytes }) => {
    const [, viewUUID = '', place = '?'] = /^\/([^/]+)\/([^/]*)$/.exec(below) ?? [];
    const asked = `${request.method ?? ''} ${place}`;
    if (asked === 'GET ') return showView(viewUUID, response, served);
    const answer = { 'POST call': call, 'POST read': read }[asked];
    if (answer === undefined) throw nothingHere();
    const visitor = { viewUUID, token: shownToken(request) };
    requireView(visitor, served.review);
    return answer(await readJson(request, maxBodyBytes), response, { ...served, visitor });
  };
}

async function showView(
  viewUUID: string,
  response: ServerResponse,
  { review, files }: Served,
): Promise<void> {
  if (!review.has(viewUUID)) throw ended();
  const { text } = await contentOf(viewResources.view, files);
  const nonce = randomBytes(18).toString('base64');
  response.writeHead(200, pageHeaders(nonce)).end(pageOf(text, nonce));
}

const callBody = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });

interface Visit extends Served {
  visitor: ViewCredentials;
}

async function call(body: unknown, response: ServerResponse, visit: Visit): Promise<void> {
  const { review, debug, visitor } = visit;
  const asked = parsed(callBody, body);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const result = await callFromPage({ ...asked, visitor }, { review, signal: left.signal, debug });
  // A poll that was waiting when the tab went away has nobody to answer.
  if (!response.destroyed) sendJson(response, 200, result);
}

const readBody = z.object({ uri: z.string() });

async function read(body: unknown, response: ServerResponse, { files }: Visit): Promise<void> {
  const { uri } = parsed(readBody, body);
  sendJson(response, 200, { contents: [await contentOf(uri, files)] });
}

async function contentOf(uri: string, files: ViewFiles) {
  try {
    return await files.read(uri);
  } catch (error) {
    if (!(error instanceof AnnotateError)) throw error;
    throw new HttpError(404, error.code, error.message, { hint: error.hint, cause: error });
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new HttpError(
    400,
    'body/invalid',
    `The request body is not valid: ${describeProblem(result.error)}.`,
    {
      hint: 'Send what the review page sends; reload it if it is of another version.',
    },
  );
}

function shownToken({ headers }: IncomingMessage): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Before a byte of the body is read. */
function requireView(visitor: ViewCredentials, review: MarkdownReview): void {
  if (!review.has(visitor.viewUUID)) throw ended();
  try {
    review.admit(visitor);
  } catch (cause) {
    throw new HttpError(401, 'markdown/not-the-view', 'This address is not the whole one of the review.', {
      hint: wholeAddress,
      cause,
    });
  }
}

const wholeAddress = 'Open the whole address that you were given, up to and with what follows the "#".';

function ended(): HttpError {
  return new HttpError(404, 'markdown/unknown-view', 'This review has ended; what was written is kept.', {
    hint: 'Ask your agent to open the file again, or run "npx annotate-mcp review FILE".',
  });
}

function nothingHere(): HttpError {
  return new HttpError(404, 'route/unknown', 'There is nothing at this address of the review.', {
    hint: wholeAddress,
  });
}
