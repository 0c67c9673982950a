import type { Caller } from './caller.ts';
import type { Refusal } from './refusal.ts';
import type { RequestFacts } from './request-facts.ts';
import type { RouteMatch } from './routes.ts';

/** A caller, and the origins of pages that may act for it. */
export interface Identified {
  readonly caller: Caller;
  readonly allowedOrigins: readonly string[];
}

/** Finds the caller of a request by the tokens that its policy admits. Called before everything else that is checked. */
export type Identify = (
  tokens: readonly string[],
  match: RouteMatch,
  facts: RequestFacts,
) => Promise<Identified | Refusal>;
