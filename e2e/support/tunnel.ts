/** The way of a visitor to a dev server, who is on another machine as far as that server can tell. */
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface Tunnel extends AsyncDisposable {
  readonly url: string;
}

/** Passes everything on to the server, and says for whom. */
export async function openTunnel(to: string): Promise<Tunnel> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { method, url: path } = request;
    const passed = ask({ hostname, port, method, path, headers: forwarded(request) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    const passed = connect(Number(port), hostname, () => {
      const lines = Object.entries(forwarded(request)).map(([name, value]) => `${name}: ${String(value)}`);
      passed.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy());
    socket.on('error', () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${own}/`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwarded({ headers }: IncomingMessage) {
  return { ...headers, 'x-forwarded-for': '203.0.113.9' };
}
