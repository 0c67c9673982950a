import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import {
  exchange,
  nextAnswer,
  open as openSocket,
  webSocketHead,
} from '@annotate-mcp/http/testing/raw-client';

import { open, startProxied, startProxy } from '../testing/proxied.ts';

const page = '<!doctype html><html><head><title>Shop</title></head><body><h1>Hi</h1></body></html>';
const tag = /<script type="module" src="\/__annotate\/overlay\.js" nonce="[\w+/=]+"><\/script>/;
const html = { 'Content-Type': 'text/html; charset=utf-8' };

describe('a page', () => {
  it('has the script tag first in its head, and is otherwise as the dev server wrote it', async () => {
    const { visit } = await startProxied((_, response) => response.writeHead(200, html).end(page));
    const { text, headers } = await visit();
    expect(text).toMatch(new RegExp(`<head>${tag.source}<title>`));
    expect(text.replace(tag, '')).toBe(page);
    expect(headers['content-length']).toBeUndefined();
  });

  it.each([
    { name: 'JSON', type: 'application/json' },
    { name: 'a script', type: 'text/javascript' },
    { name: 'a page in UTF-16', type: 'text/html; charset=utf-16' },
    { name: 'a download', type: 'text/html', more: { 'Content-Disposition': 'attachment; filename=a.html' } },
    { name: 'a part of a page', type: 'text/html', status: 206 },
  ])('is not $name, whose bytes stay', async ({ type, more = {}, status = 200 }) => {
    const { visit } = await startProxied((_, response) =>
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': page.length, ...more }).end(page),
    );
    const { text, headers } = await visit();
    expect(text).toBe(page);
    expect(headers['content-length']).toBe(String(page.length));
  });

  it('that a script fetches stays as it is, and so does its compression', async () => {
    const { fetch } = await startProxied((request, response) =>
      response
        .writeHead(200, {
          ...html,
          'Content-Encoding': 'gzip',
          Vary: request.headers['accept-encoding'] ?? '',
        })
        .end(gzipSync(page)),
    );
    const { bytes, headers } = await fetch('/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(bytes).toEqual(gzipSync(page));
    expect(headers.vary).toBe('gzip, br');
  });

  it.each([
    { encoding: 'gzip', compress: gzipSync },
    { encoding: 'br', compress: brotliCompressSync },
  ])('is asked for without compression, and decoded where it has $encoding nevertheless', async (one) => {
    const asked: unknown[] = [];
    const { visit } = await startProxied((request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.writeHead(200, { ...html, 'Content-Encoding': one.encoding }).end(one.compress(page));
    });
    const { text, headers } = await visit('/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(asked).toEqual(['identity']);
    expect(headers['content-encoding']).toBeUndefined();
    expect(text.replace(tag, '')).toBe(page);
  });

  it('with an unknown compression is passed on without a tag', async () => {
    const { visit } = await startProxied((_, response) =>
      response.writeHead(200, { ...html, 'Content-Encoding': 'odd' }).end(page),
    );
    expect(await visit()).toMatchObject({ text: page, headers: { 'content-encoding': 'odd' } });
  });

  it('is sent as it arrives', async () => {
    const { port, server } = await startProxied((_, response) => {
      response.writeHead(200, html);
      response.write('<!doctype html><html><head><title>A</title></head><body>first');
      server.once('go on', () => response.end(' second</body></html>'));
    });
    const answer = await open(port, '/', { headers: { accept: 'text/html' } });
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await expect.poll(() => text).toMatch(/first$/);
    server.emit('go on');
    await once(answer, 'end');
    expect(text).toMatch(/first second<\/body>/);
  });

  it('is asked for anew, because the tag of an older one would not fit, while other files may be unchanged', async () => {
    const { visit, fetch } = await startProxied((request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304, { ETag: '"a"' }).end();
      else response.writeHead(200, { ...html, ETag: '"a"' }).end(page);
    });
    const headers = { 'if-none-match': '"a"' };
    expect((await visit('/', { headers })).status).toBe(200);
    expect(await fetch('/app.css', { headers })).toMatchObject({ status: 304, text: '' });
  });

  it('of a HEAD request has the headers of the page and no body', async () => {
    const { visit } = await startProxied((_, response) =>
      response.writeHead(200, { ...html, 'Content-Length': page.length }).end(page),
    );
    expect(await visit('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});

describe('a request', () => {
  it('reaches a dev server on this machine with the Host and Origin of the browser, and with its body', async () => {
    const { fetch, origin } = await startProxied((request, response) => {
      const { host, origin: from, referer, 'x-forwarded-host': forwarded } = request.headers;
      response.writeHead(200, { 'X-Seen': JSON.stringify({ host, from, referer, forwarded }) });
      request.pipe(response);
    });
    const { headers, text } = await fetch('/form?a=1', {
      method: 'POST',
      body: 'name=Ada',
      headers: { origin, referer: `${origin}/form` },
    });
    expect(text).toBe('name=Ada');
    expect(JSON.parse(String(headers['x-seen']))).toEqual({
      host: origin.slice('http://'.length),
      from: origin,
      referer: `${origin}/form`,
    });
  });

  it('reaches a dev server with a name of its own under that name; the Origin of another site stays', async () => {
    const { fetch, origin, upstream } = await startProxied(
      ({ headers }, response) => response.end(JSON.stringify([headers.host, headers.origin])),
      { name: 'shop.localhost' },
    );
    const seen = async (from: string) =>
      JSON.parse((await fetch('/', { headers: { origin: from } })).text) as unknown;
    expect(await seen(origin)).toEqual([upstream.host, upstream.origin]);
    expect(await seen('https://evil.example')).toEqual([upstream.host, 'https://evil.example']);
  });

  it('by a name that is not of this machine is refused, because the dev server could not tell', async () => {
    const { fetch } = await startProxied((_, response) => response.end('secret'));
    const { status, text } = await fetch('/', { headers: { host: 'rebound.example' } });
    expect(status).toBe(403);
    expect(text).not.toContain('secret');
  });

  it('may have more cookies than Node allows by default, as an answer may', async () => {
    const { fetch } = await startProxied(({ headers }, response) =>
      response.writeHead(200, { 'X-Long': 'y'.repeat(40_000) }).end(String(headers['x-long']?.length)),
    );
    const { text, headers } = await fetch('/', { headers: { 'x-long': 'x'.repeat(40_000) } });
    expect([text, headers['x-long']?.length]).toEqual(['40000', 40_000]);
  });

  it('for a range gets that range', async () => {
    const { fetch } = await startProxied((request, response) =>
      response.writeHead(206, { 'Content-Range': `${request.headers.range ?? ''}/9` }).end('part'),
    );
    expect(await fetch('/movie', { headers: { range: 'bytes=0-3' } })).toMatchObject({
      status: 206,
      text: 'part',
      headers: { 'content-range': 'bytes=0-3/9' },
    });
  });

  it('that the browser gives up ends at the dev server, too', async () => {
    const closed = Promise.withResolvers<undefined>();
    const { port } = await startProxied((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      response.on('close', () => closed.resolve(undefined));
    });
    const answer = await open(port, '/events');
    expect(String((await once(answer, 'data'))[0])).toBe('data: 1\n\n');
    answer.destroy();
    await closed.promise;
  });
});

describe('an answer', () => {
  it.each([
    { location: '/next?a=1#b', expected: '/next?a=1#b' },
    { location: 'UPSTREAM/next?a=1#b', expected: 'OWN/next?a=1#b' },
    { location: 'http://127.0.0.1:PORT/next', expected: 'OWN/next' },
    { location: '//localhost:PORT/next', expected: 'OWN/next' },
    { location: 'https://login.example/?back=UPSTREAM', expected: 'https://login.example/?back=UPSTREAM' },
  ])('that redirects to $location leads to $expected', async ({ location, expected }) => {
    const at = (text: string) => text.replace('UPSTREAM', upstream.origin).replace('PORT', upstream.port);
    const { visit, origin, upstream } = await startProxied((_, response) =>
      response.writeHead(302, { Location: at(location) }).end(),
    );
    const { status, headers } = await visit();
    expect([status, headers.location]).toEqual([302, at(expected).replace('OWN', origin)]);
  });

  it('of a TLS dev server with a certificate of its own sets cookies that the browser takes over http', async () => {
    const { visit, origin } = await startProxied(
      (request, response) =>
        response
          .writeHead(302, {
            'Set-Cookie': [
              'a=1; Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
              'b=2; Domain=shop.test; Secure',
              'c=3; Domain=localhost',
              '__Host-d=4; Path=/; Secure',
            ],
            Location: `https://${request.headers.host ?? ''}/in`,
          })
          .end(),
      { isTls: true },
    );
    const { headers } = await visit();
    expect(headers.location).toBe(`${origin}/in`);
    expect(headers['set-cookie']).toEqual([
      'a=1; Path=/; HttpOnly; SameSite=Lax',
      'b=2',
      'c=3; Domain=localhost',
      '__Host-d=4; Path=/; Secure',
    ]);
  });

  it('with a policy lets the tag and the socket in, by its own nonce where it has one', async () => {
    const { visit, origin } = await startProxied((_, response) =>
      response
        .writeHead(200, { ...html, 'Content-Security-Policy': "default-src 'none'; script-src 'nonce-abc'" })
        .end(
          page.replace(
            '<title>',
            `<meta http-equiv="content-security-policy" content="script-src 'self'"><title>`,
          ),
        ),
    );
    const { headers, text } = await visit();
    const socket = `${origin}/__annotate/ ${origin.replace('http', 'ws')}/__annotate`;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-abc'; connect-src ${socket}`,
    );
    expect(text).toContain('src="/__annotate/overlay.js" nonce="abc"');
    expect(text).toContain(
      `<meta http-equiv="content-security-policy" content="script-src 'self' ${origin}/__annotate/" />`,
    );
  });
});

describe('a WebSocket', () => {
  it('of the app goes through in both directions and ends on both sides', async () => {
    const { server, port, origin } = await startProxied((_, response) => response.end());
    const ended = Promise.withResolvers<undefined>();
    server.on('upgrade', ({ headers, url }: IncomingMessage, socket: Socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Seen: ${url ?? ''} ${headers.origin ?? ''}\r\n\r\n`,
      );
      socket.on('data', (bytes) => socket.write(`echo ${bytes.toString()}`));
      socket.on('end', () => ended.resolve(undefined));
    });
    const socket = await openSocket(port);
    const head = webSocketHead('/hmr?token=1', [`Host: localhost:${port}`, `Origin: ${origin}`]);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const answer = await nextAnswer(socket);
    expect(answer).toMatchObject({ status: 101, headers: { 'x-seen': `/hmr?token=1 ${origin}` } });
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).toBe('echo hello');
    socket.destroy();
    await ended.promise;
  });

  it('that the dev server does not take gets the answer of the dev server', async () => {
    const { port, server } = await startProxied((_, response) => response.end());
    server.on('upgrade', (_, socket: Socket) =>
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nnothing'),
    );
    const head = webSocketHead('/none', [`Host: localhost:${port}`]);
    expect(await exchange(await openSocket(port), head)).toMatchObject({ status: 404, text: 'nothing' });
  });

  it('gets 502 while no dev server answers, and 403 by a foreign name', async () => {
    const { port } = await startProxy(() => null);
    const statusFor = async (host: string) =>
      (await exchange(await openSocket(port), webSocketHead('/', [`Host: ${host}`]))).status;
    expect(await statusFor(`localhost:${port}`)).toBe(502);
    expect(await statusFor('rebound.example')).toBe(403);
  });
});
