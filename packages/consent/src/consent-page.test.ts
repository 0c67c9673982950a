/** Answers over real HTTP, as the page sends them and as others might. */
import { describe, expect, it } from 'vitest';

import { exchange, open } from '@annotate-mcp/http/testing/raw-client';

import { ownCommandId } from './asked.ts';
import { openTestPage, permission } from './testing/asked.ts';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends what a browser would send, changed in the ways a test is about; `fetch` would not allow all of them. */
async function send(url: string, { method = 'POST', headers = {}, body }: Sent) {
  const { host, origin, port, pathname } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: host,
    Origin: origin,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`);
  const answer = await exchange(await open(Number(port)), [`${method} ${pathname} HTTP/1.1`, ...lines], text);
  return { ...answer, code: codeIn(answer.text) };
}

function codeIn(text: string): string | undefined {
  return /"code":"([^"]+)"/.exec(text)?.[1];
}

async function tokenOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  return /data-token="([^"]+)"/.exec(page)?.[1] ?? '';
}

async function askPermission(asked = permission, signal?: AbortSignal) {
  const page = await openTestPage();
  const answer = page.consent.ask(asked, signal);
  const url = await page.urlOfNewest();
  return { ...page, answer, url, token: await tokenOf(url) };
}

describe('a question', () => {
  it('is in the store until it is answered, without its details', async () => {
    const { store, url, token, answer } = await askPermission();
    expect(await store.questions.list()).toEqual([
      {
        id: url.split('/').at(-1),
        kind: 'permission',
        title: 'Run npm test',
        annotationId: permission.annotationId,
        agentName: 'Claude',
        askedAt: '2026-11-16T08:00:00.000Z',
        url,
      },
    ]);
    expect((await send(url, { body: { token, optionId: 'once' } })).status).toBe(200);
    expect(await answer).toEqual({ optionId: 'once' });
    expect(await store.questions.list()).toEqual([]);
  });

  it('is withdrawn when its signal aborts, and when the page closes', async () => {
    const withdrawal = new AbortController();
    const { store, consent, url, token, answer } = await askPermission(permission, withdrawal.signal);
    const over = fetch(`${url}/end`).then((response) => response.json());
    const other = consent.ask({ ...permission, title: 'Other' });
    withdrawal.abort();
    expect(await answer).toBeNull();
    expect(await over).toEqual({ message: 'This question was answered elsewhere or withdrawn.' });
    expect((await send(url, { body: { token, optionId: 'once' } })).code).toBe('consent/gone');
    expect((await store.questions.list()).map(({ title }) => title)).toEqual(['Other']);
    await consent.close();
    expect(await other).toBeNull();
    expect(await consent.ask(permission)).toBeNull();
    expect(await consent.ask(permission, withdrawal.signal)).toBeNull();
    expect(await store.questions.list()).toEqual([]);
  });

  it('says so when it is gone', async () => {
    const { url } = await askPermission();
    const gone = await fetch(url.replace(/[^/]+$/, 'other'));
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('This question is gone');
  });

  it('takes a command of the person only where it allows one', async () => {
    const { url, token, answer } = await askPermission({ ...permission, allowsCommand: true });
    const bad = [
      { token, optionId: 'once', command: 'rm -rf /' },
      { token, optionId: ownCommandId },
      { token, optionId: ownCommandId, command: ' ' },
    ];
    for (const body of bad) expect((await send(url, { body })).status).toBe(400);
    await send(url, { body: { token, optionId: ownCommandId, command: ' goose acp ' } });
    expect(await answer).toEqual({ optionId: ownCommandId, command: 'goose acp' });
  });
});

describe('an attacker', () => {
  it('cannot answer from another origin, by another name, without the token, or with what was not offered', async () => {
    const { url, token, answer, consent, store } = await askPermission();
    const port = new URL(url).port;
    const body = { token, optionId: 'once' };
    const second = consent.ask({ ...permission, title: 'Delete everything' });
    const otherUrl =
      (await store.questions.list()).find(({ title }) => title.startsWith('Delete'))?.url ?? '';
    const attacks: (Sent & { url?: string; code: string })[] = [
      { headers: { Origin: 'http://localhost:5173' }, body, code: 'origin/foreign' },
      { headers: { Origin: 'http://127.0.0.1:5173' }, body, code: 'origin/foreign' },
      { headers: { Origin: `http://localhost:${port}` }, body, code: 'origin/foreign' },
      { headers: { Origin: 'null' }, body, code: 'origin/null' },
      { headers: { Origin: '' }, body, code: 'origin/missing' },
      { headers: { 'Sec-Fetch-Site': 'cross-site' }, body, code: 'origin/cross-site' },
      { headers: { Host: 'evil.example' }, body, code: 'host/unknown' },
      {
        headers: { Host: `localhost:${port}`, Origin: `http://localhost:${port}` },
        body,
        code: 'host/unknown',
      },
      { headers: { 'X-Forwarded-For': '203.0.113.9' }, body, code: 'peer/not-this-machine' },
      { headers: { 'Content-Type': 'text/plain' }, body, code: 'body/not-json-type' },
      { body: { optionId: 'once' }, code: 'consent/unreadable' },
      { body: { token: '', optionId: 'once' }, code: 'consent/token' },
      { body: { token: `${token}x`, optionId: 'once' }, code: 'consent/token' },
      { url: otherUrl, body, code: 'consent/token' },
      { body: { token, optionId: 'everything' }, code: 'consent/not-offered' },
      { body: { token, optionId: 'absent' }, code: 'consent/not-offered' },
      { body: { token, optionId: ownCommandId, command: 'curl evil' }, code: 'consent/not-offered' },
      { body: { ...body, command: 'x'.repeat(300_000) }, code: 'body/too-large' },
      { method: 'PUT', body, code: 'consent/method' },
    ];
    for (const { code, url: target = url, ...sent } of attacks) {
      expect({ sent, code: (await send(target, sent)).code }).toEqual({ sent, code });
    }
    // Reading has no effect, whatever the address says.
    await fetch(`${url}?optionId=once&token=${token}`);
    expect((await send(url, { method: 'GET', headers: { Origin: '' } })).status).toBe(200);
    expect(await store.questions.list()).toHaveLength(2);
    const statuses = await Promise.all([
      send(url, { body: { token, optionId: 'no' } }),
      send(url, { body: { token, optionId: 'once' } }),
    ]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(['no', 'once']).toContain((await answer)?.optionId);
    await consent.close();
    expect(await second).toBeNull();
  });

  it('shows the whole diff of what is applied, and Windows line ends only where they change', async () => {
    const pageOf = async (patch: string) => {
      const diffs = [{ file: 'a.tsx', patch }];
      const { url, answer, consent } = await askPermission({ ...permission, kind: 'apply', diffs });
      const page = await (await fetch(url)).text();
      await consent.close();
      await answer;
      return page;
    };
    const same = ' same\r\n'.repeat(20);
    const windows = await pageOf(`@@ -1,21 +1,21 @@\n${same}-old\r\n+new\r\n`);
    expect(windows).toMatch(/<details\s+open\s*>/);
    expect(windows).toContain('<ins>+new\n</ins>');
    expect(windows).not.toContain('U+000D');
    const changed = await pageOf('@@ -1 +1 @@\n-old\r\n+new\n');
    expect(changed).toContain('<del>-old⟨U+000D⟩\n</del>');
  });

  it('cannot read the page, and its text stays text', async () => {
    const hostile = '</main><script>alert(1)</script><img src=x onerror=alert(2)>"\'';
    const { url, answer, consent } = await askPermission({
      kind: 'permission',
      title: hostile,
      agentName: hostile,
      command: hostile,
      text: hostile,
      files: [{ file: hostile }],
      diffs: [{ file: hostile, patch: hostile }],
      options: [{ id: hostile, name: hostile, kind: 'choice', hint: hostile }],
    });
    const response = await fetch(url);
    const page = await response.text();
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/frame-ancestors http:\/\/localhost:\* /);
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const foreign = { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(url, { method: 'GET', headers: foreign })).code).toBe('origin/foreign');
    await consent.close();
    expect(await answer).toBeNull();
  });
});
