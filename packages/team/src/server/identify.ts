/** Finds out who sends a request. Every way to fail gets the same answer, so that it tells nothing about projects. */
import {
  type Caller,
  HttpError,
  type Identified,
  type Identify,
  isSameToken,
  type PresentedTokens,
  type Refusal,
  type RouteMatch,
  unknownCaller,
} from '@annotate-mcp/http';

import type { Accesses, LiveAccess } from '../access/accesses.ts';
import type { TryOnce } from '../access/attempts.ts';

import { countsInPlainCookie } from './cookies.ts';
import { parseAddress, type TeamAddress } from './team-address.ts';

export interface IdentifyDeps {
  readonly accesses: Accesses;
  /** Without it the metrics are refused. */
  readonly metricsToken?: string | undefined;
  /** Looks up a secret that is not known yet; throws when that was done too often. */
  readonly attempts: (match: RouteMatch) => TryOnce;
  readonly onRefused: (reason: 'token' | 'rate') => void;
  readonly onError: (error: unknown) => void;
}

export function createIdentify(deps: IdentifyDeps): Identify {
  const { accesses, metricsToken, attempts, onRefused, onError } = deps;
  return async (shown, match, facts) => {
    const tokens = shown.filter((token) => !isPlanted(token, facts.tokens));
    const address = parseAddress(match.path);
    if (address.name === 'metrics') return metricsReader(tokens, metricsToken) ?? refuse();
    try {
      const live = await findLive({ accesses, tryOnce: attempts(match) }, tokens, address);
      // The page at `/` is of this origin: no other page asks what it asks.
      const isOwn = address.name === 'projects' || address.name === 'overview';
      return live === null ? refuse() : pass(live, isOwn ? [] : live.access.origins);
    } catch (error) {
      if (error instanceof HttpError) {
        onRefused('rate');
        return error;
      }
      onError(error);
      return databaseAway;
    }
  };
  function refuse(): Refusal {
    onRefused('token');
    return unknownCaller;
  }
  function pass(live: LiveAccess, allowedOrigins: readonly string[]): Identified | Refusal {
    const waitMs = live.take();
    if (waitMs === 0) return { caller: live.caller, allowedOrigins };
    onRefused('rate');
    return tooManyRequests(Math.ceil(waitMs / 1000));
  }
}

function isPlanted(token: string, { cookie, ...elsewhere }: PresentedTokens): boolean {
  return token === cookie && !countsInPlainCookie(token) && !Object.values(elsewhere).includes(token);
}

interface Finder {
  readonly accesses: Accesses;
  readonly tryOnce: TryOnce;
}

async function findLive(
  finder: Finder,
  tokens: readonly string[],
  address: TeamAddress,
): Promise<LiveAccess | null> {
  if (address.name === 'page-by-key') return findByKey(finder, address.key, tokens);
  for (const token of tokens) {
    const live = await findFor(finder, token, address);
    if (live !== null) return live;
  }
  return null;
}

async function findFor(
  { accesses, tryOnce }: Finder,
  token: string,
  address: TeamAddress,
): Promise<LiveAccess | null> {
  if (address.name === 'projects') return accesses.findSession(token, tryOnce);
  if (address.name !== 'page' && address.name !== 'mcp' && address.name !== 'overview') return null;
  const live = await accesses.find(token, address.project, tryOnce);
  return live !== null && kindsFor[address.name].includes(live.access.kind) ? live : null;
}

/**
 * The kinds of access that each address takes. The overview shows what is unread for a person or assigned to them, so it
 * takes sessions of people only.
 */
const kindsFor: Readonly<Record<'page' | 'mcp' | 'overview', readonly LiveAccess['access']['kind'][]>> = {
  page: ['token', 'session'],
  mcp: ['token'],
  overview: ['session'],
};

/** A person who is signed in to the project of the key acts as themselves, with their own role. */
async function findByKey(
  { accesses, tryOnce }: Finder,
  key: string,
  tokens: readonly string[],
): Promise<LiveAccess | null> {
  const shared = await accesses.find(key, null, tryOnce);
  if (shared?.access.kind !== 'pageKey') return null;
  for (const token of tokens) {
    const own = await accesses.find(token, shared.access.project, tryOnce);
    if (own?.access.kind === 'session') return own;
  }
  return shared;
}

function metricsReader(tokens: readonly string[], expected: string | undefined): Identified | null {
  if (expected === undefined || expected === '') return null;
  if (!tokens.some((token) => isSameToken(token, expected))) return null;
  const caller: Caller = {
    id: 'metrics',
    project: '',
    person: null,
    may: [],
    ended: new AbortController().signal,
    pace: async () => undefined,
  };
  return { caller, allowedOrigins: [] };
}

/** The same for every token and every project, since none can be looked up. Pages and agents send the request again. */
const databaseAway: Refusal = {
  status: 503,
  code: 'team/away',
  message: 'The team server cannot reach its database at the moment; nothing was changed.',
  hint: 'Send the request again in some seconds: the server connects again by itself.',
  retryAfter: 2,
};

function tooManyRequests(seconds: number): Refusal {
  return {
    status: 429,
    code: 'rate/limited',
    message: 'This access has sent more requests than it may in this time.',
    hint: `Wait ${seconds} s, then send the request again.`,
    retryAfter: seconds,
  };
}
