import { request as rawRequest } from 'node:http';

import { describe, expect, it, onTestFinished } from 'vitest';

import { forwardAsOtherUser } from '@annotate-mcp/http/testing/other-user';
import { tokenKey, viewResources } from '@annotate-mcp/markdown';

import { commentOn, createMarkdownFixture, enterTab } from '../../testing/review-clients.ts';

import { createViewHtml } from './view-handler.ts';

const text = '# Plan\n\nWe want to ship in May.\n';

describe('the tab of a view', () => {
  it('is the view, marked as a page, under a policy that allows no other script', async () => {
    const { url } = await opened();
    const response = await fetch(url);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/);
    expect(html).toContain('<head><meta name="annotate-mcp-host" content="page">');
    expect(html).toContain(`<script nonce="${nonce}">`);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const again = await fetch(url);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('does not contain the token', async () => {
    const { url, token } = await opened();
    const response = await fetch(url);
    expect(JSON.stringify([await response.text(), [...response.headers]])).not.toContain(token);
  });

  it('gets the id of its view when it shows its token', async () => {
    const { call, token, viewUUID } = await opened();
    const { body } = await call('open_markdown', { path: '/etc/passwd' });
    expect(body).toMatchObject({
      structuredContent: { viewUUID, fileMeta: { path: 'a.md' } },
      _meta: { [tokenKey]: token },
    });
  });

  it('can call the view tools, and its comments reach the agent', async () => {
    const { call, agent, viewUUID } = await opened();
    const waiting = agent.interact(viewUUID, { type: 'get_comments', wait: true });
    const comments = [commentOn(text, 'ship')];
    const { body } = await call('submit_batch', { comments, mode: 'edit' });
    expect(body).toMatchObject({ structuredContent: { comments: [{ status: 'pending' }] } });
    expect(await waiting).toMatchObject([{ comments: [{ quote: 'ship' }] }]);
  });

  it('can call no other tools', async () => {
    const { call } = await opened();
    for (const name of ['interact', 'get_all_pending', '__proto__', '']) {
      expect((await call(name, {})).body).toMatchObject({ isError: true });
    }
  });

  it('can read the resources of the view and nothing else', async () => {
    const { post } = await opened();
    expect((await post('read', { uri: viewResources.katex })).body).toMatchObject({
      contents: [{ mimeType: 'text/javascript', text: 'katex = 1;' }],
    });
    expect(await post('read', { uri: 'ui://annotate-mcp/../../etc/passwd' })).toMatchObject({ status: 404 });
  });

  it('can save the largest file that opens', async () => {
    const { call, fixture } = await opened();
    fixture.write('a.md', text);
    const bytes = Buffer.from('x'.repeat(10_000_000)).toString('base64');
    const { status } = await call('save_md', { bytes, expectedSha: '0'.repeat(64) });
    expect(status).toBe(200);
  });
});

describe('the tab of a view is refused', () => {
  it.each([
    { what: 'no token', headers: { authorization: '' }, status: 401 },
    { what: 'another token', headers: { authorization: 'Bearer guessed' }, status: 401 },
    { what: 'another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { what: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { what: 'a form of another site', headers: { 'content-type': 'text/plain' }, status: 415 },
  ])('with $what', async ({ headers, status }) => {
    const { post } = await opened();
    expect(await post('call', { name: 'read_md_bytes', arguments: {} }, headers)).toMatchObject({
      status,
      body: { error: expect.any(String) as string, hint: expect.any(String) as string },
    });
    expect(await post('read', { uri: viewResources.view }, headers)).toMatchObject({ status });
  });

  it('with another host name that resolves to this machine', async () => {
    const { url } = await opened();
    expect(await statusWithHost(url, 'evil.example')).toBe(403);
  });

  it('to another user of this machine, who may have seen the address in the list of processes', async (context) => {
    const { url, token } = await opened();
    const theirs = new URL(url);
    theirs.port = String(await forwardAsOtherUser(Number(theirs.port), context));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ name: 'read_md_bytes', arguments: {} });
    for (const answer of [fetch(theirs), fetch(new URL('call', theirs), { method: 'POST', headers, body })]) {
      expect((await answer).status).toBe(403);
      expect(await (await answer).json()).toMatchObject({ code: 'peer/another-user' });
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it('with the token of another view', async () => {
    const { fixture, post } = await opened();
    fixture.write('b.md', text);
    const other = await fixture.markdown.views.open({ path: 'b.md' });
    const authorization = `Bearer ${other.view.token}`;
    expect(await post('call', { name: 'read_md_bytes', arguments: {} }, { authorization })).toMatchObject({
      status: 401,
    });
  });

  it.each([
    { what: 'a body that is none', body: null },
    { what: 'no name', body: { arguments: {} } },
    { what: 'arguments that are a list', body: { name: 'x', arguments: [] } },
  ])('with $what', async ({ body }) => {
    const { post } = await opened();
    expect(await post('call', body)).toMatchObject({ status: 400 });
  });

  it('at unknown addresses, with a hint', async () => {
    const { url } = await opened();
    for (const path of ['x', '../', '../none/', 'call/x', '../../']) {
      const response = await fetch(new URL(path, url));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ hint: expect.any(String) as string });
    }
  });
});

describe('the listener', () => {
  it('is one for all views, on the loopback address', async () => {
    const { fixture, url } = await opened();
    fixture.write('b.md', text);
    const { view } = await fixture.markdown.views.open({ path: 'b.md' });
    const other = await fixture.markdown.display?.server.createUrl(view);
    expect(new URL(String(other)).host).toBe(new URL(url).host);
    expect(new URL(url).hostname).toBe('127.0.0.1');
  });

  it('closes with the service, after answering polls', async () => {
    const { fixture, call, url, viewUUID } = await opened();
    await call('poll_md_commands', { instance: 'tab', after: null });
    const polling = call('poll_md_commands', { instance: 'tab', after: 0 });
    const { view } = fixture.markdown.views.get(viewUUID);
    await expect.poll(() => view.waiting).toBe(1);
    await fixture.markdown.close();
    await polling;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('ends a poll when its tab is closed', async () => {
    const { fixture, url, token, viewUUID } = await opened();
    const tab = new AbortController();
    const body = { instance: 'tab', after: 0, viewUUID, token };
    const polling = fetch(new URL('call', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'poll_md_commands', arguments: body }),
      signal: tab.signal,
    });
    const { view } = fixture.markdown.views.get(viewUUID);
    await expect.poll(() => view.waiting).toBe(1);
    tab.abort();
    await expect(polling).rejects.toThrow();
    await expect.poll(() => view.waiting).toBe(0);
  });
});

it('does not change script tags inside of scripts', () => {
  const html =
    '<html><head lang="en"></head><script>s = "<script>";</script><script type="module">2</script></html>';
  expect(createViewHtml(html, 'N')).toBe(
    '<html><head lang="en"><meta name="annotate-mcp-host" content="page"></head><script nonce="N">s = "<script>";</script><script nonce="N" type="module">2</script></html>',
  );
});

async function opened() {
  const fixture = await createMarkdownFixture();
  fixture.write('a.md', text);
  const agent = await fixture.connect({ showsViews: false });
  const { viewUUID, url: shown } = await agent.call('open_markdown', { path: 'a.md' });
  const address = new URL(String(shown));
  const token = await enterTab(address);
  address.hash = '';
  const url = address.href;
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const call = (name: string, args: Record<string, unknown>) => post('call', { name, arguments: args });
  return { fixture, agent, url, token, viewUUID: String(viewUUID), post, call };
}

/** `fetch` sets the Host by itself. */
async function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = rawRequest(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    onTestFinished(() => void request.destroy());
    request.on('error', reject).end();
  });
}
