/** Ends the session of a browser: on this server at once, on the others within a second. */
import { type Handler, HttpError, noTokenCookies, sendJson } from '@annotate-mcp/http';

import type { Accesses } from '../access/accesses.ts';
import { addressOf, type Attempts } from '../access/attempts.ts';
import type { Database } from '../database/database.ts';
import { endSession } from '../people/sign-in.ts';
import { kindOf } from '../secrets.ts';

import { sessionsIn } from './cookies.ts';
import { requireMethod } from './require-method.ts';

export interface SignOutDeps {
  readonly database: Database;
  readonly accesses: Pick<Accesses, 'end'>;
  /** Browsers reach this server over https. */
  readonly secure: boolean;
  readonly attempts: Attempts;
  readonly onError: (error: unknown) => void;
}

/** Answers a browser whose session is over already in the same way: its cookie is removed. */
export function createSignOut({ database, accesses, secure, attempts, onError }: SignOutDeps): Handler {
  const noCookies = noTokenCookies({ secure });
  return async (request, response) => {
    requireMethod(request, 'POST');
    const end = async (secret: string) => {
      const session = await attempts.try(addressOf(request), () => endSession(database, secret));
      if (session !== null) accesses.end(session);
    };
    for (const secret of sessionsIn(request)) {
      if (kindOf(secret) !== 'session') continue;
      await end(secret).catch((cause: unknown) => {
        if (cause instanceof HttpError) throw cause;
        onError(cause);
        throw notEndedError(cause);
      });
    }
    sendJson(response, 200, {}, { 'Set-Cookie': noCookies, 'Cache-Control': 'no-store' });
  };
}

/** The cookie is kept: without it the person could not end the session later. */
function notEndedError(cause: unknown): HttpError {
  return new HttpError(503, 'team/away', 'The team server cannot reach its database at the moment.', {
    hint: 'You are still signed in. Sign out again in some seconds.',
    cause,
  });
}
