import { afterEach, expect, it, vi } from 'vitest';

import { PlayedServer } from '../testing/played-server.ts';

import { connectPage } from './page.ts';
import { Ended } from './view-host.ts';

afterEach(() => void vi.restoreAllMocks());

/** The page's own server, played at the one place where it is asked. */
function serve(answer: (path: string, body: Record<string, unknown>) => Response | Promise<Response>) {
  const seen: { path: string; authorization: string | null }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^.*\//, './');
    seen.push({ path, authorization: request.headers.get('authorization') });
    return answer(path, (await request.json()) as Record<string, unknown>);
  });
  return seen;
}

it('asks the server which file it shows, with the token of its address', async () => {
  const played = new PlayedServer('# Plan\n');
  const seen = serve(async (_, { name, arguments: args }) =>
    Response.json(await played.call(String(name), args as Record<string, unknown>)),
  );
  const view = await connectPage('secret').opened;
  expect(view).toMatchObject({ token: 'token-1', path: 'docs/plan.md', opened: { viewUUID: 'view-1' } });
  expect(seen).toEqual([{ path: './call', authorization: 'Bearer secret' }]);
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

it('knows that its server has ended when nothing answers again and again, and that it is back', async () => {
  const away = new TypeError('Failed to fetch');
  let there = false;
  serve(() => (there ? Response.json(new PlayedServer('').opened()) : Promise.reject(away)));
  const host = connectPage('secret');
  const ask = () => host.call('open_markdown', {}).catch((error: unknown) => error);
  await expect(host.opened).rejects.toThrow('does not answer');
  expect(await ask()).not.toBeInstanceOf(Ended);
  expect(await ask()).toBeInstanceOf(Ended);
  there = true;
  expect(await ask()).toMatchObject({ data: { viewUUID: 'view-1' } });
});

it('knows it at once when somebody else is at its address', async () => {
  serve(() => new Response('{}', { status: 404 }));
  await expect(connectPage('old').opened).rejects.toBeInstanceOf(Ended);
});

it('tells nobody by itself: the agent fetches what is submitted', () => {
  serve(() => Response.json(new PlayedServer('').opened()));
  const host = connectPage('secret');
  expect([host.push, host.display, host.close]).toEqual([null, null, null]);
});
