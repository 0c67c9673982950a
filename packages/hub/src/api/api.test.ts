import { readFileSync } from 'node:fs';

import { describe, expect, it, onTestFinished } from 'vitest';

import { acknowledge, create, resolve } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';
import { sampleAgent, sampleAnnotation, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { HookSwitch } from '@annotate-mcp/store/trust';

import { authorIdFrom } from '../author-id.ts';
import { startHub } from '../testing/hub-server.ts';
import { payload } from '../testing/tab.ts';

import { endpoints } from './api.ts';

const [ann, bob] = [uuidOf(1), uuidOf(2)];

/** Sends requests to the API and parses JSON answers. */
function client(url: string, prefix = '/__annotate/api') {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${prefix}/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const json: unknown = isJson ? JSON.parse(text) : null;
    return { status: answer.status, json, text, headers: answer.headers };
  };
}

const as = (secret: string) => ({ 'x-annotate-author-secret': secret });
const pageNote = { pageUrl: 'http://localhost:5173/', pageTitle: 'Home', annotationText: 'Too long' };

describe.each(['/__annotate/api', '/__inline-review/api'])('%s', (prefix) => {
  it('creates, lists by page, edits, replies and deletes', async () => {
    const { url, store } = await startHub();
    const api = client(url, prefix);
    const created = await api('POST', 'annotations', payload(5), as(ann));
    expect(created.status).toBe(201);
    expect(annotationSchema.parse(created.json)).toMatchObject({
      id: uuidOf(5),
      authorId: authorIdFrom(ann),
      appId: '.',
    });
    expect((await api('POST', 'annotations', payload(5), as(ann))).status).toBe(200);
    const { pageUrl } = payload(5);
    const listed = await api('GET', `annotations?page=${encodeURIComponent(pageUrl)}`);
    expect(listed.json).toMatchObject({ annotations: [{ id: uuidOf(5) }], nextCursor: null });
    expect((await api('GET', 'annotations?page=/elsewhere')).json).toEqual({
      annotations: [],
      nextCursor: null,
      nearestPages: ['/cart'],
    });
    const edited = await api('PATCH', `annotations/${uuidOf(5)}`, { annotationText: 'bolder' });
    expect(edited).toMatchObject({ status: 200, json: { annotationText: 'bolder' } });
    const replied = await api('PATCH', `annotations/${uuidOf(5)}`, { reply: 'please', replyId: uuidOf(6) });
    expect(replied.json).toMatchObject({ replies: [{ id: uuidOf(6), author: 'user', message: 'please' }] });
    const withdrawn = await api('DELETE', `annotations/${uuidOf(5)}`);
    expect(withdrawn).toMatchObject({
      status: 200,
      json: { removed: false, annotation: { status: 'dismissed' } },
    });
    const removed = await api('DELETE', `annotations/${uuidOf(5)}`);
    expect(removed).toMatchObject({ status: 200, json: { removed: true, annotation: null } });
    expect(await store.count()).toBe(0);
  });
});

describe('the API', () => {
  it('accepts and reopens a resolved annotation', async () => {
    const { url, store } = await startHub();
    const api = client(url);
    await api('POST', 'annotations', payload(5));
    await store.update(uuidOf(5), (annotation) => acknowledge(annotation, sampleAgent, sampleTime));
    await store.update(uuidOf(5), (annotation) => resolve(annotation, sampleAgent, sampleTime));
    const accepted = await api('PATCH', `annotations/${uuidOf(5)}`, { accept: true });
    expect(accepted.json).toMatchObject({ status: 'resolved', acceptedAt: expect.any(String) as string });
    const reopened = await api('PATCH', `annotations/${uuidOf(5)}`, { reopen: 'not yet' });
    expect(reopened.json).toMatchObject({ status: 'pending', replies: [{ message: 'not yet' }] });
    const again = await api('PATCH', `annotations/${uuidOf(5)}`, { reopen: true });
    expect(again).toMatchObject({ status: 409, json: { code: 'lifecycle/wrong-status' } });
  });

  it('keeps notes on whole pages at page-notes', async () => {
    const { url } = await startHub();
    const api = client(url);
    await api('POST', 'annotations', payload(5));
    const { status, json } = await api('POST', 'page-notes', pageNote);
    expect(status).toBe(201);
    const { id } = annotationSchema.parse(json);
    expect((await api('GET', 'page-notes')).json).toMatchObject({ annotations: [{ id, kind: 'page' }] });
    const changed = await api('PATCH', `page-notes/${id}`, { annotationText: 'Shorter' });
    expect(changed).toMatchObject({ status: 200, json: { annotationText: 'Shorter' } });
    expect((await api('DELETE', `page-notes/${uuidOf(5)}`)).status).toBe(404);
    expect((await api('PATCH', `page-notes/${uuidOf(5)}`, { reply: 'x' })).status).toBe(404);
    expect((await api('DELETE', `page-notes/${id}`)).status).toBe(200);
  });

  it.each([
    { asked: '/' },
    { asked: 'http://127.0.0.1:4200/index.html?utm_source=mail#top' },
    { asked: 'https://quick-fox.trycloudflare.com' },
  ])('finds a page that is asked for as $asked', async ({ asked }) => {
    const { url } = await startHub();
    const api = client(url);
    const { json } = await api('POST', 'page-notes', pageNote);
    const { id } = annotationSchema.parse(json);
    const page = encodeURIComponent(asked);
    for (const path of ['annotations', 'page-notes'])
      expect((await api('GET', `${path}?page=${page}`)).json).toMatchObject({ annotations: [{ id }] });
    expect((await api('GET', `export?page=${page}`)).text).toContain('Page note');
  });

  it('names the nearest pages of this app for a page without annotations', async () => {
    const { url, store } = await startHub();
    const api = client(url);
    await store.add(sampleAnnotation({ id: uuidOf(8), appId: 'apps/other', pageUrl: '/secret-admin' }));
    await api('POST', 'page-notes', { ...pageNote, pageUrl: 'http://localhost:5173/cart?step=2' });
    expect((await api('GET', 'annotations?page=/kart')).json).toMatchObject({
      annotations: [],
      nearestPages: ['/cart?step=2'],
    });
    expect((await api('GET', 'export?page=/kart')).text).toContain('`/cart?step=2`');
    const known = await api('GET', 'annotations?page=/cart%3Fstep=2&status=resolved');
    expect(known.json).toEqual({ annotations: [], nextCursor: null });
  });

  it('exports closed annotations only when their status is named', async () => {
    const { url, store } = await startHub();
    const api = client(url);
    await store.add(sampleAnnotation({ id: uuidOf(8), appId: '.', status: 'resolved' }));
    expect((await api('GET', 'export')).text).toContain('No annotations.');
    expect((await api('GET', 'export?status=resolved,dismissed')).text).toContain('(resolved)');
  });

  it('exports Markdown by page, without drafts', async () => {
    const { url } = await startHub();
    const api = client(url);
    expect((await api('GET', 'export')).text).toContain('No annotations.');
    await api('POST', 'page-notes', pageNote);
    await api('POST', 'page-notes', { ...pageNote, annotationText: 'a secret draft', draft: true });
    const { text, headers } = await api('GET', 'export');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toContain('## http://localhost:5173/ — Home');
    expect(text).toContain('### Page Notes');
    expect(text).not.toContain('secret');
  });

  it('returns long lists in portions', async () => {
    const { url, store } = await startHub();
    const api = client(url);
    for (let n = 1; n <= 5; n++) {
      await store.add(create(sampleContent('page', { appId: '.', id: uuidOf(n) }), 'pending', sampleTime));
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json } = await api('GET', `annotations?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = json as { annotations: { id: string }[]; nextCursor: string | null };
      seen.push(...page.annotations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5].map(uuidOf));
  });

  it('shows drafts to their author only', async () => {
    const { url } = await startHub();
    const api = client(url);
    await api('POST', 'annotations', { ...payload(5), draft: true }, as(ann));
    expect((await api('GET', 'annotations', undefined, as(ann))).json).toMatchObject({ annotations: [{}] });
    expect((await api('GET', 'annotations', undefined, as(bob))).json).toMatchObject({ annotations: [] });
    expect((await api('DELETE', `annotations/${uuidOf(5)}`, undefined, as(bob))).status).toBe(404);
  });

  it.each([
    { name: 'bad JSON', method: 'POST', path: 'annotations', body: '{"id":', status: 400 },
    { name: 'no object', method: 'POST', path: 'annotations', body: [], status: 400 },
    { name: 'a missing field', method: 'POST', path: 'annotations', body: { kind: 'page' }, status: 400 },
    {
      name: 'a blank note',
      method: 'POST',
      path: 'page-notes',
      body: { ...pageNote, annotationText: ' ' },
      status: 400,
    },
    {
      name: 'a javascript: address',
      method: 'POST',
      path: 'page-notes',
      body: { ...pageNote, pageUrl: 'javascript:alert(1)' },
      status: 400,
    },
    { name: 'no action', method: 'PATCH', path: `annotations/${uuidOf(100)}`, body: {}, status: 400 },
    {
      name: 'two actions',
      method: 'PATCH',
      path: `annotations/${uuidOf(100)}`,
      body: { accept: true, reply: 'x' },
      status: 400,
    },
    {
      name: 'an unknown action',
      method: 'PATCH',
      path: `annotations/${uuidOf(100)}`,
      body: { status: 'resolved' },
      status: 400,
    },
    {
      name: 'a move that does not apply',
      method: 'PATCH',
      path: `annotations/${uuidOf(100)}`,
      body: { accept: true },
      status: 409,
    },
    {
      name: 'an unknown id',
      method: 'PATCH',
      path: 'annotations/unknown',
      body: { reply: 'x' },
      status: 404,
    },
    { name: 'an unknown id to delete', method: 'DELETE', path: `annotations/${uuidOf(77)}`, status: 404 },
    { name: 'an id with an invalid encoding', method: 'DELETE', path: 'annotations/%ff', status: 404 },
    { name: 'an unknown route', method: 'GET', path: 'everything', status: 404 },
    { name: 'a route below one', method: 'GET', path: 'annotations/a/b', status: 404 },
    { name: 'an unknown method', method: 'PUT', path: 'annotations', body: {}, status: 404 },
    { name: 'a bad limit', method: 'GET', path: 'annotations?limit=many', status: 400 },
    { name: 'a bad cursor', method: 'GET', path: 'annotations?cursor=x', status: 400 },
    { name: 'an unknown status', method: 'GET', path: 'annotations?status=done', status: 400 },
    { name: 'an author that is no UUID', method: 'GET', path: 'annotations', headers: as('me'), status: 400 },
    {
      name: 'too large a body',
      method: 'POST',
      path: 'annotations',
      body: 'x'.repeat(1_200_000),
      status: 413,
    },
  ])(
    'answers $name with $status and an explanation, and writes nothing',
    async ({ method, path, body, headers, status }) => {
      const { url, store, errors } = await startHub();
      await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
      const before = await store.head();
      const answer = await client(url)(method, path, body, headers);
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({
        error: expect.stringMatching(/\.$/) as string,
        hint: expect.stringMatching(/\.$/) as string,
      });
      expect(await store.head()).toBe(before);
      expect(errors).toEqual([]);
    },
  );

  it('requires an author of requests from other machines, and lets them act for that author only', async () => {
    const token = 'q1W2e3R4t5Y6u7I8o9P0';
    const { url } = await startHub({ guard: { token } });
    const api = client(url);
    await api('POST', 'annotations', payload(5));
    const remote = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` };
    const path = `annotations/${uuidOf(5)}`;
    expect((await api('PATCH', path, { reply: 'x' }, remote)).status).toBe(400);
    await api('POST', 'annotations', { ...payload(6), draft: true });
    const seen = await api('GET', 'annotations', undefined, remote);
    expect(seen.json).toMatchObject({ annotations: [{ id: uuidOf(5) }] });
    expect((await api('PATCH', path, { annotationText: 'x' }, { ...remote, ...as(bob) })).status).toBe(409);
    expect((await api('PATCH', path, { reply: 'x' }, { ...remote, ...as(bob) })).status).toBe(200);
  });
});

describe('the switch of the stop hook', () => {
  it('is turned by the person at this machine, in their own folder', async () => {
    const { url, root } = await startHub();
    const api = client(url);
    onTestFinished(() => void new HookSwitch('stop').turnOn(root));
    expect((await api('GET', 'stop-hook')).json).toEqual({ on: true });
    expect((await api('PATCH', 'stop-hook', { on: false })).json).toEqual({ on: false });
    expect(new HookSwitch('stop').isOn(root)).toBe(false);
    expect((await api('GET', 'stop-hook')).json).toEqual({ on: false });
    expect((await api('PATCH', 'stop-hook', { on: 'yes' })).status).toBe(400);
    expect((await api('PATCH', 'stop-hook', { on: true })).json).toEqual({ on: true });
    expect(new HookSwitch('stop').isOn(root)).toBe(true);
  });

  it('is neither shown to a visitor nor turned by one', async () => {
    const token = 'a'.repeat(32);
    const { url, root } = await startHub({ guard: { network: true, token } });
    const visitor = { ...as(ann), 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` };
    const api = client(url);
    expect((await api('GET', 'stop-hook', undefined, visitor)).status).toBe(403);
    expect((await api('PATCH', 'stop-hook', { on: false }, visitor)).status).toBe(403);
    expect(new HookSwitch('stop').isOn(root)).toBe(true);
  });
});

it('the README names every endpoint', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(endpoints.filter(({ method, path }) => !readme.includes(`\`${method} ${path}`))).toEqual([]);
});
