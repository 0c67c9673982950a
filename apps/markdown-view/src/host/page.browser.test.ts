import { afterEach, expect, it, vi } from 'vitest';

import { PlayedServer } from '../testing/played-server.ts';

import { connectPage, enterPage } from './page.ts';
import { EndedError } from './view-host.ts';

const { pathname } = location;

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', pathname);
  vi.restoreAllMocks();
});

/** The page's own server, played at the one place where it is asked. */
function serve(answer: (path: string, body: Record<string, unknown>) => Response | Promise<Response>) {
  const seen: { path: string; authorization: string | null; keepalive: boolean }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^.*\//, './');
    const { keepalive } = request;
    seen.push({ path, authorization: request.headers.get('authorization'), keepalive });
    return answer(path, (await request.json()) as Record<string, unknown>);
  });
  return seen;
}

it('gets the document from the server with the token of its address', async () => {
  const played = new PlayedServer('# Plan\n');
  const seen = serve(async (_, { name, arguments: args }) =>
    Response.json(await played.call(String(name), args as Record<string, unknown>)),
  );
  const view = await connectPage('secret').opened;
  expect(view).toMatchObject({ token: 'token-1', path: 'docs/plan.md', opened: { viewUUID: 'view-1' } });
  expect(seen).toEqual([{ path: './call', authorization: 'Bearer secret', keepalive: false }]);
});

it('reads resources as text', async () => {
  const played = new PlayedServer('# Plan\n');
  serve((path, { uri }) =>
    Response.json(path === './read' ? { contents: [{ uri, text: 'code()' }] } : played.opened()),
  );
  expect(await connectPage('secret').read('ui://annotate-mcp/katex.js')).toBe('code()');
});

it('says what to do when its address is no longer valid', async () => {
  serve(() => new Response('no', { status: 401 }));
  await expect(connectPage('old').opened).rejects.toThrow('Open the review again');
});

it('reports the end after several calls without an answer, and works again when the server is back', async () => {
  const away = new TypeError('Failed to fetch');
  let there = false;
  serve(() => (there ? Response.json(new PlayedServer('').opened()) : Promise.reject(away)));
  const host = connectPage('secret');
  const ask = () => host.call('open_markdown', {}).catch((error: unknown) => error);
  await expect(host.opened).rejects.toThrow('does not answer');
  expect(await ask()).not.toBeInstanceOf(EndedError);
  expect(await ask()).toBeInstanceOf(EndedError);
  there = true;
  expect(await ask()).toMatchObject({ data: { viewUUID: 'view-1' } });
});

it('ends immediately when another server answers at its address', async () => {
  serve(() => new Response('{}', { status: 404 }));
  await expect(connectPage('old').opened).rejects.toBeInstanceOf(EndedError);
});

it('says that it is closed in a call that outlives the tab, and polls only when the tab is shown again', async () => {
  const seen = serve(() => Response.json(new PlayedServer('').opened()));
  const host = connectPage('secret');
  await host.opened;
  const closed = Promise.withResolvers<unknown>();
  host.onClose(async () => closed.resolve(host.call('leave_view', {})));
  dispatchEvent(new PageTransitionEvent('pagehide'));
  const poll = host.call('poll', {}, new AbortController().signal);
  await closed.promise;
  expect(seen.slice(1).map(({ keepalive }) => keepalive)).toEqual([true]);
  dispatchEvent(new PageTransitionEvent('pageshow'));
  await poll;
  expect(seen.slice(2).map(({ keepalive }) => keepalive)).toEqual([false]);
});

it('pushes nothing to a host: the agent fetches submitted comments', () => {
  serve(() => Response.json(new PlayedServer('').opened()));
  const host = connectPage('secret');
  expect([host.push, host.display, host.close]).toEqual([null, null, null]);
});

function answerOnce() {
  const codes: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    codes.push(await new Request(input, init).json());
    return codes.length === 1
      ? Response.json({ token: 'secret' })
      : Response.json({ error: 'used' }, { status: 403 });
  });
  return codes;
}

it('exchanges the code of its address for the token, and removes the code', async () => {
  const codes = answerOnce();
  history.replaceState(null, '', '#code');
  expect(await enterPage(sessionStorage)).toBe('secret');
  expect({ codes, hash: location.hash }).toEqual({ codes: [{ code: 'code' }], hash: '' });
});

it('a page has the token when the tab is loaded again, also by its first address', async () => {
  const codes = answerOnce();
  for (const hash of ['#code', '', '#code']) {
    history.replaceState(null, '', pathname + hash);
    expect(await enterPage(sessionStorage)).toBe('secret');
  }
  expect(codes).toHaveLength(1);
});

it('says what to do when another tab has used the address', async () => {
  answerOnce();
  const elsewhere = null;
  history.replaceState(null, '', '#code');
  await enterPage(elsewhere);
  history.replaceState(null, '', '#code');
  await expect(enterPage(elsewhere)).rejects.toThrow('ask your agent to open the file again');
});
