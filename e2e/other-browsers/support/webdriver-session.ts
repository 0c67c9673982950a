/** One session with a WebDriver server: the few commands of the standard that these suites need. */
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

export interface WebDriverSession {
  readonly browserVersion: string;
  open(url: string): Promise<void>;
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, args: Args): Promise<Result>;
  /** The actions of one input device, in their order. */
  act(device: object): Promise<void>;
  close(): Promise<void>;
}

const startedSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const answerSchema = z.object({ value: z.unknown() });

export async function openSession(server: string, wanted: object): Promise<WebDriverSession> {
  await untilListening(server);
  const started = await send('POST', `${server}/session`, { capabilities: { alwaysMatch: wanted } });
  const { sessionId, capabilities } = startedSchema.parse(started);
  const session = `${server}/session/${sessionId}`;
  return {
    browserVersion: capabilities.browserVersion,
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    evaluate: async <Args extends unknown[], Result>(run: (...args: Args) => Result, args: Args) => {
      const script = `return (${String(run)}).apply(null, arguments)`;
      // What the page returns has the type that the function has there.
      return (await send('POST', `${session}/execute/sync`, { script, args })) as Result;
    },
    act: async (device) => void (await send('POST', `${session}/actions`, { actions: [device] })),
    close: async () => void (await send('DELETE', session)),
  };
}

const startsWithinMs = 20_000;
const answersWithinMs = 60_000;

async function untilListening(server: string): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  for (;;) {
    try {
      await send('GET', `${server}/status`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answersWithinMs),
  });
  const { value } = answerSchema.parse(await response.json());
  if (!response.ok) {
    throw new Error(
      `The WebDriver server refused ${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`,
    );
  }
  return value;
}
