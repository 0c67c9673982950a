/** The two addresses of a sign-in by OpenID Connect: where it begins, and where the provider sends the browser back. */
import type { ServerResponse } from 'node:http';

import { type Handler, HttpError } from '@annotate-mcp/http';

import { addressOf, type Attempts } from '../access/attempts.ts';
import type { OidcSignIn } from '../people/oidc.ts';

import { cookieIn, sessionCookies, sessionsIn } from './cookies.ts';
import { homeLink, messagePage, pagePolicy } from './join-page.ts';

export interface SignInDeps {
  /** `null` where no provider is set up. */
  readonly oidc: OidcSignIn | null;
  /** As browsers reach this server. */
  readonly publicUrl: string;
  readonly attempts: Attempts;
}

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
        sendPage(response, 403, notAdmitted, [forget]);
        return;
      }
      const { name, project, secret } = signedIn;
      const text = `Project ${project}. Open or reload the page that you want to comment on.`;
      sendPage(response, 200, messagePage(`You are signed in as ${name}`, text, homeLink), [
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

function sendPage(response: ServerResponse, status: number, html: string, cookies: string[]): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy(),
      'Referrer-Policy': 'no-referrer',
      'Set-Cookie': cookies,
    })
    .end(html);
}
