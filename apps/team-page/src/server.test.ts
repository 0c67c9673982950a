import { afterEach, expect, it, vi } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { noFilter } from './address.ts';
import { askChoices, askList, askProjects, sendSignOut, SignedOutError } from './server.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(body: unknown, status = 200): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
}

const projects = [
  {
    name: 'shop',
    role: 'member',
    administers: false,
    me: { id: 'a1', name: 'Ada' },
    counts: { open: 1, waiting: 0, unread: 1 },
  },
];
const list = { annotations: [sampleAnnotation({})], unread: [], next: null, cursor: '1' };
const choices = { authors: [{ id: 'a1', name: 'Ada' }], assignees: [], pages: ['/'], people: [] };

const askForList = () => askList('shop', noFilter, { limit: 50 });

it.each([
  { name: 'projects', ask: askProjects, answer: { projects } },
  { name: 'a list', ask: askForList, answer: list },
  { name: 'choices', ask: () => askChoices('shop'), answer: choices },
])('takes $name as the server sends them', async ({ ask, answer }) => {
  answering(answer);
  expect(await ask()).toEqual(answer);
});

it.each([
  { name: 'the page of a proxy', ask: askProjects, answer: '<!doctype html><title>Sign in</title>' },
  { name: 'something else', ask: askProjects, answer: { projects: [{ name: 'shop' }] } },
  { name: 'a list', ask: askProjects, answer: projects },
  { name: 'annotations without a status', ask: askForList, answer: { ...list, annotations: [{ id: 'a' }] } },
  { name: 'an unread number', ask: askForList, answer: { ...list, unread: [1] } },
  {
    name: 'a choice without a name',
    ask: () => askChoices('shop'),
    answer: { ...choices, people: [{ id: 'a' }] },
  },
  { name: 'the page of a proxy at signing out', ask: sendSignOut, answer: '<p>Hello</p>' },
])('does not take $name for an answer', async ({ ask, answer }) => {
  answering(answer);
  await expect(ask()).rejects.toThrow('did not come from the team server');
});

it('says why the server refused, and that the session is over', async () => {
  answering({ error: 'Too many requests.' }, 429);
  await expect(askProjects()).rejects.toThrow('Too many requests.');
  answering('<h1>Bad gateway</h1>', 502);
  await expect(askProjects()).rejects.toThrow('The server answered with 502.');
  answering({}, 401);
  await expect(askProjects()).rejects.toThrow(SignedOutError);
});
