/** Asks the person, on a page of its own origin, and gives their answer to the caller. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { z } from 'zod';

import type { Question } from '@annotate-mcp/core';
import {
  createRouter,
  type Handler,
  HttpError,
  isSameToken,
  listen,
  readJson,
  sendJson,
} from '@annotate-mcp/http';
import type { Store } from '@annotate-mcp/store';

import { type Answer, type Asked, ownCommandId } from './asked.ts';
import { type ReadValues, readValues, typedValues } from './form/read-values.ts';
import { goneHtml, questionHtml } from './question-html.ts';

export interface ConsentPage {
  /**
   * Resolves with the person's answer, or with `null` when `signal` aborts or the page is closed. A question that no
   * person answers waits.
   */
  ask(asked: Asked, signal?: AbortSignal): Promise<Answer | null>;
  /** Withdraws the open questions. */
  close(): Promise<void>;
}

export interface ConsentPageOptions {
  /** Where pages learn of a question; the caller closes it after this page. */
  readonly store: Store;
  readonly now?: () => Date;
  readonly onError: (error: unknown) => void;
}

/** Listens on a port of the loopback address that the system chooses. */
export async function openConsentPage(options: ConsentPageOptions): Promise<ConsentPage> {
  const { store, now = () => new Date(), onError } = options;
  const questions = new Map<string, OpenQuestion>();
  const router = createRouter({
    routes: [{ prefix: '/questions', policy: 'consent', handle: serveQuestions(questions) }],
    onError,
  });
  const listener = await listen(router, { port: 0, host: '127.0.0.1' });
  let isClosed = false;
  return {
    ask: async (asked, signal) => {
      if (signal?.aborted === true || isClosed) return null;
      const id = randomUUID();
      const question = openQuestion(asked);
      const withdraw = (): void => question.end(null);
      questions.set(id, question);
      signal?.addEventListener('abort', withdraw, { once: true });
      try {
        await store.questions.save(describeQuestion(id, asked, now(), `${listener.url}/questions/${id}`));
        return await question.ended;
      } finally {
        signal?.removeEventListener('abort', withdraw);
        questions.delete(id);
        // The person has answered by now: that the question is still shown somewhere does not change the answer.
        await store.questions.remove(id).catch(onError);
      }
    },
    close: async () => {
      isClosed = true;
      for (const question of questions.values()) question.end(null);
      await listener.close();
    },
  };
}

interface OpenQuestion {
  readonly asked: Asked;
  readonly token: string;
  /** Only the first call has an effect. */
  readonly end: (answer: Answer | null) => void;
  readonly ended: Promise<Answer | null>;
}

function openQuestion(asked: Asked): OpenQuestion {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  return { asked, token: randomBytes(32).toString('base64url'), end: resolve, ended: promise };
}

const longestTitle = 200;

function describeQuestion(id: string, asked: Asked, askedAt: Date, url: string): Question {
  const { kind, annotationId, agentName } = asked;
  return {
    id,
    kind,
    title: asked.title.replaceAll(/\s+/g, ' ').slice(0, longestTitle),
    ...(annotationId !== undefined && { annotationId }),
    ...(agentName !== undefined && { agentName }),
    askedAt: askedAt.toISOString(),
    url,
  };
}

function serveQuestions(questions: Map<string, OpenQuestion>): Handler {
  return async (request, response, { below, maxBodyBytes }) => {
    const [, id = '', rest] = below.split('/');
    const question = questions.get(id);
    if (request.method === 'POST' && rest === undefined) {
      const answer = checkAnswer(question, await readJson(request, maxBodyBytes));
      if ('problems' in answer) {
        sendJson(response, 422, answer);
        return;
      }
      // Deleted at once, so that a second answer finds nothing.
      questions.delete(id);
      question?.end(answer);
      sendJson(response, 200, { answered: true });
      return;
    }
    if (request.method !== 'GET') throw wrongMethodError();
    if (rest === 'end') await sendEnd(question, response);
    else sendPage(question, response);
  };
}

function sendPage(question: OpenQuestion | undefined, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64url');
  response.writeHead(question === undefined ? 404 : 200, pageHeaders(nonce));
  response.end(
    question === undefined ? goneHtml(nonce) : questionHtml(question.asked, { token: question.token, nonce }),
  );
}

/** Answers when the question is over, so that a page which shows it can say so. */
async function sendEnd(question: OpenQuestion | undefined, response: ServerResponse): Promise<void> {
  const answer = await question?.ended;
  const name = question?.asked.options.find(({ id }) => id === answer?.optionId)?.name;
  const message =
    name === undefined ? 'This question was answered elsewhere or withdrawn.' : `Answered: ${name}`;
  sendJson(response, 200, { message });
}

const answerSchema = z.object({
  token: z.string(),
  optionId: z.string(),
  command: z.string().trim().min(1).max(2_000).optional(),
  values: typedValues.optional(),
});

/** Throws for everything that the page of this very question could not have sent. */
function checkAnswer(
  question: OpenQuestion | undefined,
  body: unknown,
): Answer | Pick<ReadValues, 'problems'> {
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) throw unreadableAnswerError();
  if (question === undefined) throw goneError();
  const { token, optionId, command, values: typed = [] } = parsed.data;
  if (!isSameToken(token, question.token)) throw wrongTokenError();
  const { asked } = question;
  if (optionId === ownCommandId && asked.allowsCommand === true && command !== undefined) {
    return { optionId, command };
  }
  const option = asked.options.find(({ id, disabled }) => id === optionId && disabled !== true);
  if (option === undefined || command !== undefined) throw notOfferedError();
  if (option.takesFields !== true) return { optionId };
  const { values, problems } = readValues(asked.fields ?? [], typed);
  return Object.keys(problems).length > 0 ? { problems } : { optionId, values };
}

function wrongMethodError(): HttpError {
  return new HttpError(405, 'consent/method', 'A question is read with GET and answered with POST.', {
    hint: 'Open the address in a browser.',
  });
}

function unreadableAnswerError(): HttpError {
  return new HttpError(400, 'consent/unreadable', 'The answer does not have the form that the page sends.', {
    hint: 'Open the address of the question in a browser and answer there.',
  });
}

function goneError(): HttpError {
  return new HttpError(404, 'consent/gone', 'There is no such question: it was answered or withdrawn.', {
    hint: 'Nothing was changed. An agent that still needs an answer asks again.',
  });
}

function wrongTokenError(): HttpError {
  return new HttpError(403, 'consent/token', 'The answer does not have the token of this question.', {
    hint: 'Open the address of the question in a browser and answer there.',
  });
}

function notOfferedError(): HttpError {
  return new HttpError(400, 'consent/not-offered', 'The question does not offer this answer.', {
    hint: 'Choose one of the answers that its page shows.',
  });
}

function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    // A page that opened this one as a window gets no hold of it.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Without these two, an app that is cross-origin isolated could not show the frame.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** A policy cannot name IPv6 addresses: an app at `[::1]` is answered in a window. */
const loopbackPages = ['localhost', '*.localhost', '127.0.0.1']
  .flatMap((host) => [`http://${host}:*`, `https://${host}:*`])
  .join(' ');

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${loopbackPages}`,
  ].join('; ');
}
