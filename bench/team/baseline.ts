/** What the two parts below a team server take by themselves: a commit that another connection sees, and a broadcast. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { WebSocket } from 'ws';

import { rounded, type Summary, summarize } from '../samples.ts';

import { bytes, secondsOfThroughput } from './measures.ts';

export interface Baseline {
  /** From BEGIN until another connection was notified and has read the row. */
  readonly commit: Summary;
  /** From sending until each of the sockets has it. */
  readonly broadcast: Summary;
  /** Rows a second of that many connections at once, each with a notification. */
  readonly commits: number;
}

const rounds = 300;
const text = 'x'.repeat(bytes);

export async function measureBaseline(
  databaseUrl: string,
  { sockets, writers }: { sockets: number; writers: number },
): Promise<Baseline> {
  const [writer, reader] = [await connected(databaseUrl), await connected(databaseUrl)];
  await writer.query('CREATE TABLE bare (n bigserial PRIMARY KEY, body text NOT NULL)');
  await reader.query('LISTEN bare');
  try {
    return {
      commit: summarize(await commits(writer, reader)),
      broadcast: summarize(await broadcasts(sockets)),
      commits: await throughput(databaseUrl, writers),
    };
  } finally {
    await writer.query('DROP TABLE bare');
    await Promise.all([writer.end(), reader.end()]);
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function insert(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `WITH added AS (INSERT INTO bare (body) VALUES ($1) RETURNING n) SELECT pg_notify('bare', n::text) FROM added`,
    [text],
  );
  await client.query('COMMIT');
}

async function commits(writer: pg.Client, reader: pg.Client): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const seen = once(reader, 'notification').then(([notification]: (pg.Notification | undefined)[]) =>
      reader.query('SELECT body FROM bare WHERE n = $1', [notification?.payload]),
    );
    await Promise.all([insert(writer), seen]);
    samples.push(performance.now() - from);
  }
  return samples;
}

async function throughput(databaseUrl: string, writers: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: writers }, () => connected(databaseUrl)));
  const from = performance.now();
  const end = from + secondsOfThroughput * 1_000;
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < end; count++) await insert(client);
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return rounded(count / seconds);
}

async function broadcasts(count: number): Promise<number[]> {
  const child = fork(fileURLToPath(new URL('bare-broadcast.ts', import.meta.url)));
  const samples: number[] = [];
  try {
    const port = await new Promise<unknown>((resolve) => child.once('message', resolve));
    const sockets = Array.from({ length: count }, () => new WebSocket(`ws://127.0.0.1:${String(port)}`));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      const arrived = sockets.map(async (socket) => {
        await once(socket, 'message');
        samples.push(performance.now() - from);
      });
      sockets[0]?.send(text);
      await Promise.all(arrived);
    }
    for (const socket of sockets) socket.terminate();
  } finally {
    child.kill();
  }
  return samples;
}
