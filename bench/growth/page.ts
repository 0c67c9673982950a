/** What a page gets when it connects, and what that costs the hub. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { WebSocket } from 'ws';
import { z } from 'zod';

import { protocolVersion } from '@annotate-mcp/core';

import { memoryOf } from '../dev-server/process-tree.ts';
import { rounded } from '../samples.ts';

export interface PageCosts {
  /** Of the first list of annotations that a page gets. */
  kilobytes: number;
  /** From its first message to that list. */
  ms: number;
  /** MB of the hub after that. */
  memory: number;
}

const messageSchema = z.looseObject({ type: z.string() });

export async function measurePage(root: string): Promise<PageCosts> {
  const hub = spawn(
    process.execPath,
    ['--conditions=@annotate-mcp/source', fileURLToPath(new URL('hub-process.ts', import.meta.url)), root],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    const [port] = (await once(createInterface({ input: hub.stdout }), 'line')) as [string];
    const { bytes, ms } = await connect(`127.0.0.1:${port}`);
    return { kilobytes: rounded(bytes / 1_000), ms: rounded(ms), memory: rounded(memoryOf(hub.pid ?? 0)) };
  } finally {
    hub.kill();
  }
}

async function connect(host: string): Promise<{ bytes: number; ms: number }> {
  const socket = new WebSocket(`ws://${host}/__annotate`, {
    origin: `http://${host}`,
    // A browser takes any length.
    maxPayload: 0,
  });
  await once(socket, 'open');
  const began = performance.now();
  const synced = new Promise<number>((resolve) => {
    socket.on('message', (data: Buffer) => {
      if (messageSchema.parse(JSON.parse(data.toString())).type === 'annotations:sync') resolve(data.length);
    });
  });
  const hello = { type: 'session:resume', protocol: protocolVersion, authorSecret: randomUUID() };
  socket.send(JSON.stringify({ ...hello, url: `http://${host}/page-1`, inPortions: true }));
  const bytes = await synced;
  const ms = performance.now() - began;
  socket.terminate();
  return { bytes, ms };
}
