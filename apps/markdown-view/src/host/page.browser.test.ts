import { afterEach, expect, it, vi } from 'vitest';

import { PlayedServer } from '../testing/played-server.ts';

import { connectPage } from './page.ts';

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

it('tells nobody by itself: the agent fetches what is submitted', () => {
  serve(() => Response.json(new PlayedServer('').opened()));
  const host = connectPage('secret');
  expect([host.push, host.display, host.close]).toEqual([null, null, null]);
});
