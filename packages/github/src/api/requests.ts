/** Sends requests to GitHub one after the other, waits where GitHub asks for it, and says what a failure means. */
import { Octokit } from '@octokit/core';
import type { z } from 'zod';

import { isDeepJson } from '@annotate-mcp/core';

import { failureOf, InvalidAnswer } from './failures.ts';

export interface RequestDeps {
  token: string;
  /** Without a slash at the end. */
  apiUrl: string;
  userAgent: string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** Says why the program waits. */
  onWait: (reason: string) => void;
  /** A longer wait ends the run instead. */
  longestWaitMs: number;
  /** Ends a request without an answer. */
  timeoutMs: number;
}

/** `repeatable`: doing it twice is the same as doing it once, so it is tried again when the answer is lost. */
export type Effect = 'read' | 'repeatable' | 'once';

type RouteParameters = Record<string, unknown>;

/** GitHub asks for a second between requests that write. */
const betweenWritesMs = 1_000;
const retryAfterMs = [1_000, 4_000, 10_000];

export class Requests {
  readonly #octokit: Octokit;
  readonly #deps: RequestDeps;
  #lastWrite = -Infinity;

  constructor(deps: RequestDeps) {
    const { token, apiUrl, userAgent } = deps;
    this.#octokit = new Octokit({
      auth: token,
      baseUrl: apiUrl,
      userAgent,
      log: silent,
      request: { fetch: fetchFlat },
    });
    this.#deps = deps;
  }

  /** `route` as in GitHub's documentation: `GET /repos/{owner}/{repo}`. */
  async send<T>(
    effect: Effect,
    route: string,
    parameters: RouteParameters,
    schema: z.ZodType<T>,
  ): Promise<T> {
    return this.#attempt(effect, async (signal) => {
      const answer: { data: unknown } = await this.#octokit.request(route, {
        ...parameters,
        request: { signal },
      });
      return parsed(answer.data, schema, route);
    });
  }

  /** All pages of a list. */
  async sendForAll<T>(route: string, parameters: RouteParameters, schema: z.ZodType<T[]>): Promise<T[]> {
    const all: T[] = [];
    for (let page = 1; ; page++) {
      const items = await this.send('read', route, { ...parameters, per_page: perPage, page }, schema);
      all.push(...items);
      if (items.length < perPage) return all;
    }
  }

  query<T>(query: string, variables: RouteParameters, schema: z.ZodType<T>): Promise<T> {
    return this.#graphql('read', query, variables, schema);
  }

  mutate<T>(query: string, variables: RouteParameters, schema: z.ZodType<T>): Promise<T> {
    return this.#graphql('repeatable', query, variables, schema);
  }

  #graphql<T>(effect: Effect, query: string, variables: RouteParameters, schema: z.ZodType<T>): Promise<T> {
    return this.#attempt(effect, async (signal) => {
      const data = await this.#octokit.graphql(query, { ...variables, request: { signal } });
      return parsed(data, schema, 'POST /graphql');
    });
  }

  async #attempt<T>(effect: Effect, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { now, wait, onWait, longestWaitMs, timeoutMs } = this.#deps;
    for (let lost = 0; ;) {
      if (effect !== 'read') await this.#pause();
      try {
        return await send(AbortSignal.timeout(timeoutMs));
      } catch (error) {
        const failure = failureOf(error, now());
        if (failure.type === 'limited' && failure.waitMs <= longestWaitMs) {
          onWait(`GitHub asks to wait ${Math.ceil(failure.waitMs / 1_000)} s.`);
          await wait(failure.waitMs);
          continue;
        }
        const delay = retryAfterMs[lost];
        if (failure.type !== 'lost' || effect === 'once' || delay === undefined) throw failure.error;
        lost += 1;
        await wait(delay);
      }
    }
  }

  async #pause(): Promise<void> {
    const { now, wait } = this.#deps;
    const since = now().getTime() - this.#lastWrite;
    if (since < betweenWritesMs) await wait(betweenWritesMs - since);
    this.#lastWrite = now().getTime();
  }
}

/** An answer that is nested too deep is not an answer of GitHub: it arrives as text, which no schema takes. */
async function fetchFlat(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request);
  const text = await answer.text();
  if (!isDeepJson(text)) return new Response(isEmpty(answer) ? null : text, answer);
  return new Response(JSON.stringify('an answer that is nested too deep'), answer);
}

/** `Response` takes no body with these. */
function isEmpty({ status }: Response): boolean {
  return status === 204 || status === 205 || status === 304;
}

const perPage = 100;

const silent = { debug: noop, info: noop, warn: noop, error: noop };

function noop(): void {
  // Octokit's own messages are for its developers.
}

/** A connection that is cut inside an answer gives a part of it, which Octokit passes on. */
function parsed<T>(data: unknown, schema: z.ZodType<T>, route: string): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new InvalidAnswer(route, result.error);
}
