/** Whether a dev server can be connected to. What it answers is not looked at. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const intervalMs = 250;

/** Tries until it answers; `false` when `signal` comes first. */
export async function untilAnswered(url: URL, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await isAnswered(url)) return true;
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

async function isAnswered({ protocol, hostname, port }: URL): Promise<boolean> {
  const socket = connect({
    // Browsers know where such names lead; the resolvers of some systems do not.
    host: hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  });
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
