/** Speaks HTTP/1.1 byte by byte, for what no HTTP client would send. */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Opens a connection that the caller writes to and ends. */
export async function open(port: number, host = '127.0.0.1', from?: string): Promise<Socket> {
  const socket = connect({ port, host, ...(from === undefined ? {} : { localAddress: from }) });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return socket;
}

export async function openTls(port: number): Promise<Socket> {
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve).once('error', reject);
  });
  return socket;
}

/** Sends the lines of a request head and a body, and reads until the server ends the connection. */
export async function exchange(socket: Socket, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const bytes = readAll(socket);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return parse(await bytes);
}

/** Reads one answer by its Content-Length, or its head alone, and leaves the connection open. */
export async function nextAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const answer = parse(text);
      if (text.length < head + 4 + Number(answer.headers['content-length'] ?? 0)) return;
      socket.off('data', take).off('error', reject);
      resolve(answer);
    };
    socket.on('data', take).once('error', reject);
  });
}

/** Reads on until the connection is over, politely or by reset. */
export async function ended(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

export function webSocketHead(path: string, headers: readonly string[]): string[] {
  return [
    `GET ${path} HTTP/1.1`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  ];
}

async function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.once('error', reject);
    socket.once('end', () => {
      socket.end();
      resolve(text);
    });
  });
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...rest] = text.slice(0, end).split('\r\n');
  const headers = rest.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: text.slice(end + 4),
  };
}
