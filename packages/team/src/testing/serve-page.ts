import { once } from 'node:events';
import { createServer } from 'node:http';

import { onTestFinished } from 'vitest';

/** Serves one page until the test ends. Returns its origin, which is another than that of the team server. */
export async function servePage(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
}
