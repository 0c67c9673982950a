/** Asks the team server. What it answers is typed by the server's own types; the same release serves both. */
import type { ChoicesAnswer, ListAnswer, ProjectsAnswer } from '@annotate-mcp/team/answers';

import { type Filter, queryOf } from './address.ts';

/** The session of this browser is not valid any more: nothing is shown after that. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

export function askProjects(): Promise<ProjectsAnswer> {
  return ask<ProjectsAnswer>('projects');
}

export interface Portion {
  readonly limit: number;
  readonly after?: string;
}

export function askList(project: string, filter: Filter, { limit, after }: Portion): Promise<ListAnswer> {
  const query = new URLSearchParams([...queryOf(filter), ['limit', `${limit}`]]);
  if (after !== undefined) query.set('after', after);
  return ask<ListAnswer>(`${pathOf(project)}/list?${query.toString()}`);
}

export function askOne(project: string, id: string): Promise<ListAnswer> {
  return ask<ListAnswer>(`${pathOf(project)}/list?id=${encodeURIComponent(id)}`);
}

export function askChoices(project: string): Promise<ChoicesAnswer> {
  return ask<ChoicesAnswer>(`${pathOf(project)}/choices`);
}

export async function sendSeen(project: string, seen: { id: string; at: string }): Promise<void> {
  await ask(`${pathOf(project)}/seen`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seen),
  });
}

/** After it the cookie of this browser is worth nothing. */
export async function sendSignOut(): Promise<void> {
  await ask('sign-out', { method: 'POST' });
}

export async function fetchPicture(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The picture was not sent (${response.status}).`);
  return response.blob();
}

/** The folder of the project's hub, relative to the page. */
export function hubOf(project: string): string {
  return `${pathOf(project)}/__annotate`;
}

function pathOf(project: string): string {
  return `p/${encodeURIComponent(project)}`;
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, cache: 'no-store' });
  if (response.status === 401) throw new SignedOutError();
  if (response.ok) return (await response.json()) as Answer;
  // What stands before the server may answer with a page of its own.
  const refusal = (await response.json().catch(() => ({}))) as { error?: string };
  throw new Error(refusal.error ?? `The server answered with ${response.status}.`);
}
