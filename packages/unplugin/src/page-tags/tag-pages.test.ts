import { once } from 'node:events';
import {
  createServer,
  get,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { tagPages } from './tag-pages.ts';

const tag = '<script type="module" src="/__annotate/overlay.js"></script>';
const page = '<!doctype html><html><head><title>é</title></head></html>';
const tagged = page.replace('</head>', `${tag}</head>`);
const browser = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, br' };

/** A server that renders pages itself after the plugin's middleware. */
async function serve(render: RequestListener, onFailure?: (error: unknown) => void) {
  const middleware = tagPages(() => '/__annotate/overlay.js', onFailure);
  const server = createServer((request, response) =>
    middleware(request, response, () => render(request, response)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/`;
  return {
    url,
    ask: async (headers: Record<string, string> = browser, method = 'GET') => {
      const request = httpRequest(url, { headers, method }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const body = String(Buffer.concat(chunks)).replace(/ nonce="[\w+/]{22}=="/, '');
      return { status: response.statusCode, headers: response.headers, body };
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const html = { 'Content-Type': 'text/html; charset=utf-8' };

describe('a page that another handler renders', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['end', (response) => response.setHeader('content-type', 'text/html').end(page)],
    ['writeHead', (response) => response.writeHead(200, { ...html, 'Content-Length': 59 }).end(page)],
    ['writeHead with a message', (response) => response.writeHead(200, 'Fine', html).end(page)],
    [
      'a flat list of headers',
      (response) => response.writeHead(200, ['Content-Type', 'text/html']).end(page),
    ],
    [
      'flushed headers',
      (response) => (response.setHeaders(new Headers(html)).flushHeaders(), response.end(page)),
    ],
    ['an error page', (response) => response.writeHead(500, html).end(page)],
    ['bytes', (response) => response.writeHead(200, html).end(new TextEncoder().encode(page))],
    [
      'pieces',
      (response) => (response.writeHead(200, html).write(page.slice(0, 20)), response.end(page.slice(20))),
    ],
    ['callbacks', (response) => response.writeHead(200, html).write(page, () => response.end())],
    [
      'another encoding',
      (response) => response.writeHead(200, html).end(Buffer.from(page).toString('hex'), 'hex'),
    ],
  ])('gets the tag when it is sent by %s', async (_, render) => {
    await using server = await serve((_request, response) => render(response));
    const { body, headers } = await server.ask();
    expect(body).toBe(tagged);
    // Either there is no length, or it is the length of what was sent.
    expect(Number(headers['content-length'] ?? Buffer.byteLength(tagged))).toBe(Buffer.byteLength(tagged));
  });

  it('keeps all cookies of a list of headers', async () => {
    const headers = ['Set-Cookie', 'a=1', 'Content-Type', 'text/html', 'Set-Cookie', 'b=2'];
    await using server = await serve((_, response) => response.writeHead(200, headers).end(page));
    expect((await server.ask()).headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  it('arrives while the server is still writing it', async () => {
    let finish: (() => void) | undefined;
    await using server = await serve((_, response) => {
      response.writeHead(200, html).write('<!doctype html><head><title>a</title>');
      finish = () => void response.end('<p>b');
    });
    const request = get(server.url, { headers: browser });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(String(first)).toBe(`<!doctype html><head><title>a</title>`);
    finish?.();
    const [rest] = (await once(response, 'data')) as [Buffer];
    expect(String(rest).replace(/ nonce="\S+"/, '')).toBe(`${tag}<p>b`);
  });

  it('is not requested compressed', async () => {
    await using server = await serve((request, response) => {
      if (request.headers['accept-encoding'] === undefined) response.writeHead(200, html).end(page);
      else response.writeHead(200, { ...html, 'Content-Encoding': 'gzip' }).end(gzipSync(page));
    });
    expect((await server.ask()).body).toBe(tagged);
  });

  it('gets the nonce of its policy on the tag', async () => {
    const policy = "script-src 'nonce-abc123=' 'strict-dynamic'";
    await using server = await serve((_, response) =>
      response.writeHead(200, { ...html, 'Content-Security-Policy': policy }).end(page),
    );
    expect((await server.ask()).body).toContain('overlay.js" nonce="abc123="></script>');
  });

  it('lets the overlay through its policies, of which there may be several, in headers and in the page', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-abc='">`;
    await using server = await serve((_, response) =>
      response
        .setHeader('Content-Security-Policy', ["default-src 'none'", "img-src 'self'"])
        .setHeader('Content-Security-Policy-Report-Only', "script-src 'self'")
        .writeHead(200, html)
        .end(page.replace('</head>', `${meta}</head>`)),
    );
    const { headers, body } = await server.ask({ ...browser, connection: 'close' });
    const origin = new URL(server.url).origin;
    const script = `${origin}/__annotate/`;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${script}; connect-src ${script} ${script.replace('http', 'ws').slice(0, -1)}, img-src 'self'`,
    );
    expect(headers['content-security-policy-report-only']).toBe(`script-src 'self' ${script}`);
    expect(body).toMatch(/content="script-src 'sha256-abc=' 'nonce-[\w+/]{22}=='" \/>/);
  });

  it('is XHTML too', async () => {
    const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head></html>';
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/xhtml+xml' }).end(xhtml),
    );
    expect((await server.ask()).body).toBe(xhtml.replace('</head>', `${tag}</head>`));
  });

  it('answers HEAD without a body and without a wrong length', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { ...html, 'Content-Length': 59 }).end(),
    );
    const { body, headers } = await server.ask(browser, 'HEAD');
    expect(body).toBe('');
    expect(headers['content-length']).toBeUndefined();
  });
});

describe('an answer that stays unchanged', () => {
  it.each<[string, (response: ServerResponse) => void, string, Record<string, string>?]>([
    [
      'what a script fetches',
      (response) => response.writeHead(200, html).end('<p>'),
      '<p>',
      { accept: '*/*', 'sec-fetch-dest': 'empty' },
    ],
    [
      'a picture',
      (response) => response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end('<svg>'),
      '<svg>',
    ],
    [
      'JSON',
      (response) => response.setHeader('content-type', 'application/json').end('"<head>"'),
      '"<head>"',
    ],
    [
      'a download',
      (response) => response.writeHead(200, { ...html, 'Content-Disposition': 'attachment' }).end('<head>'),
      '<head>',
    ],
    ['a part of a page', (response) => response.writeHead(206, html).end('<head>'), '<head>'],
    [
      'a redirect',
      (response) => response.writeHead(302, { ...html, Location: '/a' }).end('<head>'),
      '<head>',
    ],
    [
      'UTF-16',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-16' }).end('<head>'),
      '<head>',
    ],
    [
      'what is compressed all the same',
      (response) => response.writeHead(200, { ...html, 'Content-Encoding': 'br' }).end('<head>'),
      '<head>',
    ],
  ])('is %s', async (_, render, body, headers) => {
    await using server = await serve((_request, response) => render(response));
    expect((await server.ask(headers)).body).toBe(body);
  });

  it('keeps its length', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(304, { ETag: '"a"', 'Content-Type': 'text/html' }).end(),
    );
    const { status, headers, body } = await server.ask({ ...browser, 'if-none-match': '"a"' });
    expect({ status, etag: headers.etag, body }).toEqual({ status: 304, etag: '"a"', body: '' });
  });
});

describe('a page that the tag cannot be put into', () => {
  it.each([
    { name: 'headers that cannot be read', broken: 'getHeader' },
    { name: 'headers that cannot be removed', broken: 'removeHeader' },
  ] as const)('because of $name is sent as it is, and the failure is told', async ({ broken }) => {
    const failures: unknown[] = [];
    await using server = await serve(
      (_, response) => {
        response.setHeader('content-type', 'text/html');
        response[broken] = () => {
          throw new Error('injected');
        };
        response.write(page.slice(0, 20));
        response.end(page.slice(20));
      },
      (error) => failures.push(error),
    );
    expect(await server.ask()).toMatchObject({ status: 200, body: page });
    expect(failures).toEqual([new Error('injected')]);
  });

  it('because its own headers cannot be taken is sent with them', async () => {
    const failures: unknown[] = [];
    await using server = await serve(
      (_, response) => {
        response.setHeader = () => {
          throw new Error('injected');
        };
        response.writeHead(200, { ...html, 'x-own': 'yes' }).end(page);
      },
      (error) => failures.push(error),
    );
    const answer = await server.ask();
    expect(answer).toMatchObject({ status: 200, body: page });
    expect(answer.headers['x-own']).toBe('yes');
    expect(failures).toEqual([new Error('injected')]);
  });
});
