import { request as rawRequest } from 'node:http';

import { describe, expect, it, onTestFinished } from 'vitest';

import { tokenKey, viewResources, viewTools } from '@annotate-mcp/markdown';

import { commentOn, reviewHouse } from '../../testing/review-clients.ts';

import { pageOf } from './page-html.ts';

const text = '# Plan\n\nWe want to ship in May.\n';

describe('the page of a review', () => {
  it('is the view, marked as a page, under a policy that runs nothing but it', async () => {
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

  it('says nothing of the token to anybody', async () => {
    const { url, token } = await opened();
    const response = await fetch(url);
    expect(JSON.stringify([await response.text(), [...response.headers]])).not.toContain(token);
  });

  it('says which view it is of, to whoever has its whole address', async () => {
    const { call, token, viewUUID } = await opened();
    const { body } = await call('open_markdown', { path: '/etc/passwd' });
    expect(body).toMatchObject({
      structuredContent: { viewUUID, fileMeta: { path: 'a.md' } },
      _meta: { [tokenKey]: token },
    });
  });

  it('has the tools of the view, and what is submitted there reaches the agent', async () => {
    const { call, agent, viewUUID } = await opened();
    const waiting = agent.interact(viewUUID, { type: 'get_comments', wait: true });
    const comments = [commentOn(text, 'ship')];
    const { body } = await call(viewTools.submit, { comments, mode: 'edit' });
    expect(body).toMatchObject({ structuredContent: { comments: [{ status: 'pending' }] } });
    expect(await waiting).toMatchObject([{ comments: [{ quote: 'ship' }] }]);
  });

  it('has no other tools', async () => {
    const { call } = await opened();
    for (const name of ['interact', 'get_all_pending', '__proto__', '']) {
      expect((await call(name, {})).body).toMatchObject({ isError: true });
    }
  });

  it('reads what belongs to the view and nothing else', async () => {
    const { post } = await opened();
    expect((await post('read', { uri: viewResources.katex })).body).toMatchObject({
      contents: [{ mimeType: 'text/javascript', text: 'katex = 1;' }],
    });
    expect(await post('read', { uri: 'ui://annotate-mcp/../../etc/passwd' })).toMatchObject({ status: 404 });
  });

  it('takes the largest file that opens', async () => {
    const { call, house } = await opened();
    house.write('a.md', text);
    const bytes = Buffer.from('x'.repeat(10_000_000)).toString('base64');
    const { status } = await call(viewTools.save, { bytes, expectedSha: '0'.repeat(64) });
    expect(status).toBe(200);
  });
});

describe('the page of a review refuses', () => {
  it.each([
    { what: 'no token', headers: { authorization: '' }, status: 401 },
    { what: 'another token', headers: { authorization: 'Bearer guessed' }, status: 401 },
    { what: 'another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { what: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { what: 'a form of another site', headers: { 'content-type': 'text/plain' }, status: 415 },
  ])('$what', async ({ headers, status }) => {
    const { post } = await opened();
    expect(await post('call', { name: viewTools.read, arguments: {} }, headers)).toMatchObject({
      status,
      body: { error: expect.any(String) as string, hint: expect.any(String) as string },
    });
    expect(await post('read', { uri: viewResources.view }, headers)).toMatchObject({ status });
  });

  it('a name that was bent to this machine', async () => {
    const { url } = await opened();
    expect(await statusWithHost(url, 'evil.example')).toBe(403);
  });

  it('the token of another view', async () => {
    const { house, post } = await opened();
    house.write('b.md', text);
    const other = await house.review.open({ path: 'b.md' });
    const authorization = `Bearer ${other.view.token}`;
    expect(await post('call', { name: viewTools.read, arguments: {} }, { authorization })).toMatchObject({
      status: 401,
    });
  });

  it.each([
    { what: 'a body that is none', body: null },
    { what: 'no name', body: { arguments: {} } },
    { what: 'arguments that are a list', body: { name: 'x', arguments: [] } },
  ])('$what', async ({ body }) => {
    const { post } = await opened();
    expect(await post('call', body)).toMatchObject({ status: 400 });
  });

  it('whatever is not there, and says where to look', async () => {
    const { url } = await opened();
    for (const path of ['x', '../', '../none/', 'call/x', '../../']) {
      const response = await fetch(new URL(path, url));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ hint: expect.any(String) as string });
    }
  });
});

describe('the listener', () => {
  it('is one for all views, and only of this machine', async () => {
    const { house, url } = await opened();
    house.write('b.md', text);
    const other = await house.review.urlOf(await house.review.open({ path: 'b.md' }));
    expect(new URL(other).host).toBe(new URL(url).host);
    expect(new URL(url).hostname).toBe('127.0.0.1');
  });

  it('ends with the review, and answers those who poll before', async () => {
    const { house, call, url, viewUUID } = await opened();
    await call(viewTools.poll, { instance: 'tab', after: null });
    const polling = call(viewTools.poll, { instance: 'tab', after: 0 });
    const { view } = house.review.seat(viewUUID);
    await expect.poll(() => view.waiting).toBe(1);
    await house.review.close();
    await polling;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('lets go of a poll when its tab is closed', async () => {
    const { house, url, token, viewUUID } = await opened();
    const tab = new AbortController();
    const body = { instance: 'tab', after: 0, viewUUID, token };
    const polling = fetch(new URL('call', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: viewTools.poll, arguments: body }),
      signal: tab.signal,
    });
    const { view } = house.review.seat(viewUUID);
    await expect.poll(() => view.waiting).toBe(1);
    tab.abort();
    await expect(polling).rejects.toThrow();
    await expect.poll(() => view.waiting).toBe(0);
  });
});

it('leaves scripts inside of scripts as they are', () => {
  const html =
    '<html><head lang="en"></head><script>s = "<script>";</script><script type="module">2</script></html>';
  expect(pageOf(html, 'N')).toBe(
    '<html><head lang="en"><meta name="annotate-mcp-host" content="page"></head><script nonce="N">s = "<script>";</script><script nonce="N" type="module">2</script></html>',
  );
});

async function opened() {
  const house = await reviewHouse();
  house.write('a.md', text);
  const agent = await house.connect({ showsViews: false });
  const { viewUUID, url: shown } = await agent.call('open_markdown', { path: 'a.md' });
  const address = new URL(String(shown));
  const token = address.hash.slice(1);
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
  return { house, agent, url, token, viewUUID: String(viewUUID), post, call };
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
