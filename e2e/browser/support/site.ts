/** A site with everything that makes driving a page hard. It is reached by two names, which are two origins. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { pages } from './pages.ts';

export interface Site extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** The same server by its other name. */
  readonly elsewhere: string;
}

export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => void answer(request, response, port));
  // Without an address: both names have to lead here, whatever `localhost` means.
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
    elsewhere: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const delay = Number(searchParams.get('delay') ?? 0);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  if (pathname === '/api') {
    response.writeHead(Number(searchParams.get('status') ?? 200), {
      'content-type': 'application/json',
      'set-cookie': 'sid=topsecret',
    });
    response.end(JSON.stringify({ said: searchParams.get('say') ?? 'hello' }));
    return;
  }
  if (pathname === '/redirect') {
    response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
    return;
  }
  if (pathname === '/script.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    const declared = searchParams.has('hoisted') ? `function Error() { document.title = 'Taken'; }\n` : '';
    const replaced = searchParams.has('hoisted') ? `\nfunction fetch() { return 'from the agent'; }` : '';
    response.end(`${declared}window.injected = (window.injected ?? 0) + 1;${replaced}`);
    return;
  }
  if (pathname.startsWith('/file/')) {
    const name = pathname.slice('/file/'.length);
    const body = `content of ${name}`;
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': searchParams.has('broken') ? body.length + 1 : body.length,
    });
    if (searchParams.has('broken')) response.write(body, () => response.destroy());
    else response.end(body);
    return;
  }
  const page = pages[pathname];
  if (page === undefined) {
    response.writeHead(404).end('nothing');
    return;
  }
  const host = request.headers.host ?? '';
  const other = host.startsWith('localhost') ? `http://127.0.0.1:${port}` : `http://localhost:${port}`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
  response.end(page.html.replaceAll('OTHER', other));
}
