/**
 * The page on which a person opens a one-time link, and what it sends. The secret is behind the `#` of the link, which
 * browsers send to no server, and it is used when the person presses the button: programs that open links to look at
 * them use it up neither.
 */
import { z } from 'zod';

import { type Handler, HttpError, readJson, sendJson } from '@annotate-mcp/http';

import { addressOf, type Attempts } from '../access/attempts.ts';
import type { Database } from '../database/database.ts';
import { useInvite } from '../people/sign-in.ts';
import { kindOf } from '../secrets.ts';

import { sessionCookies, sessionsIn } from './cookies.ts';
import { joinPage, joinScript, pagePolicy } from './join-page.ts';
import { requireMethod } from './require-method.ts';
import { sendPage } from './send-page.ts';

export interface JoinDeps {
  readonly database: Database;
  /** Browsers reach this server over https. */
  readonly secure: boolean;
  readonly attempts: Attempts;
}

const bodySchema = z.object({ invite: z.string().max(200) });

export function createJoin({ database, secure, attempts }: JoinDeps): { page: Handler; use: Handler } {
  const html = Buffer.from(joinPage);
  return {
    page: (request, response) => {
      requireMethod(request, 'GET');
      sendPage(response, html, pagePolicy(joinScript));
    },
    use: async (request, response, { maxBodyBytes }) => {
      requireMethod(request, 'POST');
      const body = bodySchema.safeParse(await readJson(request, maxBodyBytes));
      const invite = body.success && kindOf(body.data.invite) === 'invite' ? body.data.invite : null;
      if (invite === null) throw linkError();
      const [before] = sessionsIn(request);
      const signedIn = await attempts.try(addressOf(request), () =>
        useInvite(database, invite, { before, secure }),
      );
      if (signedIn === null) throw linkError();
      const { project, name, secret } = signedIn;
      sendJson(response, 200, { project, name }, { 'Set-Cookie': sessionCookies(secret, { secure }) });
    },
  };
}

function linkError(): HttpError {
  return new HttpError(403, 'invite/invalid', 'This link was used before, is too old, or is not complete.', {
    hint: 'Ask for a new one. If you did not use it yourself, say so: its first use is in the audit trail.',
  });
}
