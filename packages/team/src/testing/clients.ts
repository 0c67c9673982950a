/** Clients of a team server: programs with a token, pages and agents. Each ends with its test. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

import type { HubMessage, Status } from '@annotate-mcp/core';
import { type BrowserPage, openPage } from '@annotate-mcp/hub/testing/browser';
import { TestTab } from '@annotate-mcp/hub/testing/tab';

import { type Invitation, inviteMember } from '../people/members.ts';

import type { Team } from './team.ts';

export function bearer(url: string, token: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}

export function openTab(url: string, token: string, project = 'shop'): Promise<TestTab> {
  return TestTab.open(`${url}/p/${project}/__annotate`, { protocols: ['annotate', `annotate-key.${token}`] });
}

export async function connectAgent(url: string, token: string, project = 'shop'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/p/${project}/mcp`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

export function isStatus(message: HubMessage, status: Status): boolean {
  return message.type === 'annotation:updated' && message.annotation.status === status;
}

/** A browser of this person, signed in by a link: its cookie, and who they are in the project. */
export async function signIn(
  { database }: Pick<Team, 'database'>,
  url: string,
  person: Partial<Invitation> = {},
): Promise<{ cookie: string; id: string }> {
  const invited = { project: 'shop', name: 'Ada', email: null, role: 'reviewer', ...person } as const;
  const { member, secret } = await inviteMember(database, invited);
  const answer = await fetch(`${url}/join/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ invite: secret }),
  });
  return { cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '', id: member.id };
}

/** The page of the team server at `path`, in a browser with this cookie. */
export async function openSignedIn(url: string, cookie: string, path = ''): Promise<BrowserPage> {
  const opened = await openPage('about:blank');
  const [name = '', value = ''] = cookie.split('=');
  await opened.page.context().addCookies([{ name, value, url }]);
  await opened.page.goto(`${url}/${path}`);
  return opened;
}
