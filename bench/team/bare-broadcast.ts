/** A process that does nothing but send each message of a socket to all sockets. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    for (const each of server.clients) each.send(text);
  });
});
server.on('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
