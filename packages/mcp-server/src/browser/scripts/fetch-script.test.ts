import type { lookup } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { isLoopbackName, reachOf } from './addresses.ts';
import { createScriptFetcher, type ScriptFetcherOptions } from './fetch-script.ts';

const { signal } = new AbortController();

/** On loopback, and what a name server says for each name. */
async function serve(listener: RequestListener, names: Record<string, string> = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answers = ((name: string, _: unknown, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: names[name] ?? '127.0.0.1', family: 4 }])) as unknown as typeof lookup;
  const fetcher = (options: ScriptFetcherOptions = {}) =>
    createScriptFetcher({ lookup: answers, ...options });
  return { port, requests, url: `http://localhost:${port}`, fetcher };
}

const script: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/javascript' }).end('let a = "ü"');

describe('a script', () => {
  it('is fetched from this machine', async () => {
    const { url, fetcher } = await serve(script);
    expect(await fetcher()(`${url}/a.js`, signal)).toBe('let a = "ü"');
  });

  it('is fetched where a redirect leads to, as long as that is allowed', async () => {
    const { url, fetcher, requests } = await serve((request, response) => {
      if (request.url === '/a.js') response.writeHead(302, { location: '/b.js' }).end();
      else script(request, response);
    });
    expect(await fetcher()(`${url}/a.js`, signal)).toBe('let a = "ü"');
    expect(requests).toHaveLength(2);
  });

  it.each([
    'http://10.0.0.1/a.js',
    'http://192.168.1.1/a.js',
    'http://172.20.0.1/a.js',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/a.js',
    'http://0.0.0.0/a.js',
    'http://[fe80::1]/a.js',
    'http://[fd00::1]/a.js',
    'http://[::ffff:192.168.1.1]/a.js',
    'http://[64:ff9b::c0a8:101]/a.js',
    'http://3232235777/a.js',
    'http://0xc0a80101/a.js',
  ])('is not fetched from the private address %s', async (url) => {
    await expect(createScriptFetcher()(url, signal)).rejects.toMatchObject({
      code: 'script/address',
      message: expect.stringContaining('private network') as string,
    });
  });

  it('is not fetched from a name that leads to a private address', async () => {
    const { fetcher } = await serve(script, { 'cdn.test': '192.168.1.1' });
    await expect(fetcher()('http://cdn.test/a.js', signal)).rejects.toMatchObject({ code: 'script/address' });
  });

  it('is not fetched from a foreign name that resolves to this machine', async () => {
    const { port, fetcher, requests } = await serve(script, { 'evil.test': '127.0.0.1' });
    await expect(fetcher()(`http://evil.test:${port}/a.js`, signal)).rejects.toMatchObject({
      code: 'script/address',
    });
    expect(requests).toEqual([]);
  });

  it.each(['http://192.168.1.1/b.js', 'http://cdn.test/b.js', 'file:///etc/passwd', 'http://a:b@localhost/'])(
    'is not fetched through a redirect to %s',
    async (location) => {
      const { url, fetcher, requests } = await serve(
        (_, response) => void response.writeHead(302, { location }).end(),
        { 'cdn.test': '10.1.2.3' },
      );
      await expect(fetcher()(`${url}/a.js`, signal)).rejects.toMatchObject({ code: 'script/address' });
      expect(requests).toHaveLength(1);
    },
  );

  it('is connected to where its name was found to lead when it was judged, not where it leads a moment later', async () => {
    let asked = 0;
    const { port, requests } = await serve(script);
    const rebinding = ((_: string, __: unknown, done: (error: null, found: object[]) => void) => {
      asked++;
      done(null, [{ address: asked === 1 ? '192.168.1.1' : '127.0.0.1', family: 4 }]);
    }) as unknown as typeof lookup;
    const fetch = createScriptFetcher({ lookup: rebinding });
    await expect(fetch(`http://rebind.test:${port}/a.js`, signal)).rejects.toMatchObject({
      code: 'script/address',
    });
    expect({ asked, requests }).toEqual({ asked: 1, requests: [] });
  });

  it('is refused when any of several addresses is private', async () => {
    const both = ((_: string, __: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as unknown as typeof lookup;
    const fetch = createScriptFetcher({ lookup: both });
    await expect(fetch('http://both.test/a.js', signal)).rejects.toMatchObject({ code: 'script/address' });
  });

  it('may come from a private address when the person allows it', async () => {
    const fetch = createScriptFetcher({ allowPrivate: true, timeoutMs: 1 });
    // Refused by the clock then, no longer by its address.
    await expect(fetch('http://10.255.255.1/a.js', signal)).rejects.toMatchObject({ code: 'script/fetch' });
  });

  const answers: { name: string; listener: RequestListener; says: RegExp }[] = [
    {
      name: 'is not there',
      listener: (_, response) => void response.writeHead(404).end(),
      says: /status 404/,
    },
    {
      name: 'is a page',
      listener: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      says: /a page, not a script/,
    },
    {
      name: 'is too large',
      listener: (_, response) => void response.writeHead(200).end(Buffer.alloc(5 * 1024 * 1024 + 1)),
      says: /larger than/,
    },
    {
      name: 'redirects for ever',
      listener: (_, response) => void response.writeHead(302, { location: '/a.js' }).end(),
      says: /redirects more than/,
    },
    { name: 'breaks off', listener: ({ socket }) => void socket.destroy(), says: /was not fetched/ },
  ];
  it.each(answers)('that $name is refused with a message', async ({ listener, says }) => {
    const { url, fetcher } = await serve(listener);
    await expect(fetcher()(`${url}/a.js`, signal)).rejects.toMatchObject({
      code: 'script/fetch',
      message: expect.stringMatching(says) as string,
    });
  });

  it('that does not come in time is given up', async () => {
    const { url, fetcher } = await serve(() => undefined);
    await expect(fetcher({ timeoutMs: 50 })(`${url}/a.js`, signal)).rejects.toThrow(/took too long/);
  });

  it.each(['', 'a.js', 'ftp://a.test/a.js', 'javascript:alert(1)', 'http://me:pass@a.test/a.js'])(
    'has no address in "%s"',
    async (url) => {
      const failure = await createScriptFetcher()(url, signal).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'script/address' });
      expect(String(failure)).not.toContain('pass@');
    },
  );
});

describe('an address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:10.0.0.1', 'private'],
    ['fe80::1', 'private'],
    ['224.0.0.1', 'private'],
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
  ] as const)('%s is %s', (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });

  it.each([
    ['localhost', true],
    ['app.localhost', true],
    ['[::1]', true],
    ['127.0.0.1', true],
    ['localhost.evil.test', false],
    ['notlocalhost', false],
  ])('%s is this machine by name: %s', (name, is) => {
    expect(isLoopbackName(name)).toBe(is);
  });
});
