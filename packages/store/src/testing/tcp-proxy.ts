/** A way to a server that a test can cut at any moment. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection, as a network that is gone does. */
  cut(): void;
  /**
   * Ends the next connection on which a client sends this text: before the server gets it, or when the server has
   * answered and before the client gets the answer. Resolves when that has happened.
   */
  cutAt(text: string, when: 'before' | 'answered'): Promise<void>;
  close(): Promise<void>;
}

export interface TcpProxyOptions {
  /** Tells clients of PostgreSQL another process number than that of the process which serves them, as poolers do. */
  isPooler?: boolean;
}

export async function startTcpProxy(
  targetPort: number,
  { isPooler = false }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let trap: { text: string; when: 'before' | 'answered'; sprung: () => void } | null = null;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    let isAnswerAwaited: (() => void) | null = null;
    client.on('data', (chunk) => {
      if (trap !== null && chunk.includes(trap.text)) {
        const { when, sprung } = trap;
        trap = null;
        if (when === 'before') {
          end();
          sprung();
          return;
        }
        isAnswerAwaited = sprung;
      }
      target.write(chunk);
    });
    target.on('data', (chunk) => {
      if (isAnswerAwaited === null) {
        client.write(isPooler ? withOtherNumber(chunk) : chunk);
        return;
      }
      end();
      isAnswerAwaited();
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const cut = () => {
    for (const [client, target] of pairs) {
      client.resetAndDestroy();
      target.destroy();
    }
  };
  return {
    port: address.port,
    cut,
    cutAt: (text, when) => new Promise((resolve) => (trap = { text, when, sprung: resolve })),
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** `K`, a length of 12, the number of the process, and a key. */
function withOtherNumber(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at === -1) return chunk;
  const changed = Buffer.from(chunk);
  changed.writeInt32BE(1, at + 5);
  return changed;
}
