/** How the session of a browser begins, by a provider or by a one-time link, and how it ends. */
import type { ServerResponse } from 'node:http';

import { z } from 'zod';

import { type Handler, HttpError, noTokenCookies, readJson, sendJson } from '@annotate-mcp/http';

import type { Accesses } from '../access/accesses.ts';
import { addressOf, type Attempts } from '../access/attempts.ts';
import type { Database } from '../database/database.ts';
import type { OidcSignIn } from '../people/oidc.ts';
import { endSession, useInvite } from '../people/sign-in.ts';
import { kindOf } from '../secrets.ts';

import { cookieIn, sessionCookies, sessionsIn } from './cookies.ts';
import { homeLink, joinPage, joinScript, messagePage, pagePolicy, sendPage } from './pages.ts';
import { requireMethod } from './require-method.ts';

export interface SignInDeps {
  /** `null` where no provider is set up. */
  readonly oidc: OidcSignIn | null;
  /** As browsers reach this server. */
  readonly publicUrl: string;
  readonly attempts: Attempts;
}

/** The two addresses of a sign-in by OpenID Connect: where it begins, and where the provider sends the browser back. */
export function createSignIn({ oidc, publicUrl, attempts }: SignInDeps): { begin: Handler; finish: Handler } {
  const secure = publicUrl.startsWith('https:');
  // With another name of the domain able to set it, a person could be signed in as whoever began.
  const beginCookie = secure ? '__Host-annotate-sign-in' : 'annotate-sign-in';
  const attributes = `Path=/${secure ? '' : 'sign-in'}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    begin: async (request, response, { query }) => {
      const provider = requireOidc(oidc);
      attempts.count(addressOf(request));
      const { address, secret } = await provider.begin((query.get('project') ?? '').slice(0, 100));
      const cookie = `${beginCookie}=${secret}; ${attributes}; Max-Age=600`;
      response.writeHead(303, { Location: address, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
    },
    finish: async (request, response, { query }) => {
      const address = new URL(`/sign-in/callback?${query.toString()}`, publicUrl);
      const [before] = sessionsIn(request);
      const provider = requireOidc(oidc);
      const begun = cookieIn(request, beginCookie);
      const finish = () => provider.finish(address, begun, before);
      // Without the cookie nothing is looked up.
      const signedIn = begun === undefined ? null : await attempts.try(addressOf(request), finish);
      const forget = `${beginCookie}=; ${attributes}; Max-Age=0`;
      if (signedIn === null) {
        sendMessage(response, 403, notAdmitted, [forget]);
        return;
      }
      const { name, project, secret } = signedIn;
      const text = `Project ${project}. Open or reload the page that you want to comment on.`;
      sendMessage(response, 200, messagePage(`You are signed in as ${name}`, text, homeLink), [
        ...sessionCookies(secret, { secure }),
        forget,
      ]);
    },
  };
}

/** The same for a project that does not exist, for one that the person does not belong to, and for a broken sign-in. */
const notAdmitted = messagePage(
  'You are not signed in',
  'The sign-in was not finished in this browser, or you are not a member of this project. Begin again, or ask an administrator of the project to invite the address that you signed in with.',
);

function requireOidc(oidc: OidcSignIn | null): OidcSignIn {
  if (oidc !== null) return oidc;
  throw new HttpError(404, 'sign-in/off', 'This server has no sign-in by a provider.', {
    hint: 'Ask an administrator for a link that signs you in.',
  });
}

function sendMessage(response: ServerResponse, status: number, html: string, cookies: string[]): void {
  sendPage(response, Buffer.from(html), pagePolicy(), { status, cookies });
}

interface JoinDeps {
  readonly database: Database;
  /** Browsers reach this server over https. */
  readonly secure: boolean;
  readonly attempts: Attempts;
}

const bodySchema = z.object({ invite: z.string().max(200) });

/**
 * The page on which a person opens a one-time link, and what it sends. The secret is behind the `#` of the link, which
 * browsers send to no server, and it is used when the person presses the button: programs that open links to look at
 * them use it up neither.
 */
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

interface SignOutDeps {
  readonly database: Database;
  readonly accesses: Pick<Accesses, 'end'>;
  /** Browsers reach this server over https. */
  readonly secure: boolean;
  readonly attempts: Attempts;
  readonly onError: (error: unknown) => void;
}

/**
 * Ends the session of a browser: on this server at once, on the others within a second. Answers a browser whose session
 * is over already in the same way: its cookie is removed.
 */
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
