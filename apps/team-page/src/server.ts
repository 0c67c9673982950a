/** Asks the team server. Its answers have the server's own types, and are looked at: a proxy may answer in its place. */
import { type Annotation, isRecord } from '@annotate-mcp/core';
import type {
  Choice,
  ChoicesAnswer,
  ListAnswer,
  MemberProject,
  ProjectsAnswer,
} from '@annotate-mcp/team/answers';

import { type Filter, queryOf } from './address.ts';

/** The session of this browser is not valid any more: nothing is shown after that. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

export function askProjects(): Promise<ProjectsAnswer> {
  return ask('projects', isProjectsAnswer);
}

export interface Portion {
  readonly limit: number;
  readonly after?: string;
}

export function askList(project: string, filter: Filter, { limit, after }: Portion): Promise<ListAnswer> {
  const query = new URLSearchParams([...queryOf(filter), ['limit', `${limit}`]]);
  if (after !== undefined) query.set('after', after);
  return ask(`${pathOf(project)}/list?${query.toString()}`, isListAnswer);
}

export function askOne(project: string, id: string): Promise<ListAnswer> {
  return ask(`${pathOf(project)}/list?id=${encodeURIComponent(id)}`, isListAnswer);
}

export function askChoices(project: string): Promise<ChoicesAnswer> {
  return ask(`${pathOf(project)}/choices`, isChoicesAnswer);
}

export async function sendSeen(project: string, seen: { id: string; at: string }): Promise<void> {
  await ask(`${pathOf(project)}/seen`, isRecord, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seen),
  });
}

/** After it the cookie of this browser is worth nothing. */
export async function sendSignOut(): Promise<void> {
  await ask('sign-out', isRecord, { method: 'POST' });
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

async function ask<Answer>(
  path: string,
  isAnswer: (value: unknown) => value is Answer,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(path, { ...init, cache: 'no-store' });
  if (response.status === 401) throw new SignedOutError();
  // What stands before the server may answer with a page of its own.
  const value: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(refusalIn(value) ?? `The server answered with ${response.status}.`);
  if (isAnswer(value)) return value;
  throw new Error(
    'The answer did not come from the team server. If a proxy asks you to sign in, reload the page.',
  );
}

function refusalIn(value: unknown): string | null {
  return isRecord(value) && typeof value.error === 'string' ? value.error : null;
}

function isProjectsAnswer(value: unknown): value is ProjectsAnswer {
  return isRecord(value) && isListOf(value.projects, isProject);
}

function isProject(value: unknown): value is MemberProject {
  if (!isRecord(value) || !isRecord(value.counts)) return false;
  const { name, role, administers, me, counts } = value;
  const { open, waiting, unread } = counts;
  const isCounted = [open, waiting, unread].every((count) => typeof count === 'number');
  return isText(name) && isText(role) && typeof administers === 'boolean' && isChoice(me) && isCounted;
}

function isListAnswer(value: unknown): value is ListAnswer {
  if (!isRecord(value)) return false;
  const { annotations, unread, next, cursor } = value;
  const isContinued = (next === null || isText(next)) && isText(cursor);
  return isListOf(annotations, isAnnotation) && isListOf(unread, isText) && isContinued;
}

/** By what this page needs of every annotation. The rest was checked when it was stored. */
function isAnnotation(value: unknown): value is Annotation {
  if (!isRecord(value)) return false;
  const { id, kind, status, annotationText, replies, updatedAt } = value;
  return [id, kind, status, annotationText, updatedAt].every(isText) && Array.isArray(replies);
}

function isChoicesAnswer(value: unknown): value is ChoicesAnswer {
  if (!isRecord(value)) return false;
  const { authors, assignees, pages, people } = value;
  return [authors, assignees, people].every((list) => isListOf(list, isChoice)) && isListOf(pages, isText);
}

function isChoice(value: unknown): value is Choice {
  return isRecord(value) && isText(value.id) && isText(value.name);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
