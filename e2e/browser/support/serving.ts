/** `annotate-mcp serve` as a person starts it, in a project and with a key of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { bin } from '../../support/bin.ts';
import { freePort } from '../../support/free-port.ts';

export interface Serving extends AsyncDisposable {
  readonly url: string;
  readonly root: string;
  readonly key: string;
  stop(): Promise<void>;
  /** On the port it had. */
  start(): Promise<void>;
  isConnected(): Promise<boolean>;
  /** Version of the extension that is connected, or `null`. */
  connectedVersion(): Promise<string | null>;
  write(path: string, text: string): void;
}

export interface ServingOptions {
  /** The folder with the person's settings and keys; that of the suite unless it is named. */
  readonly config?: string;
}

const ownConfig = () => process.env.ANNOTATE_CONFIG_FOLDER ?? '';

export async function startServing({ config = ownConfig() }: ServingOptions = {}): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-serve-'));
  const root = join(folder, 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => serve({ folder, root, port, config });
  let child = await start();
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return {
    url,
    root,
    key: readFileSync(join(config, 'key'), 'utf8').trim(),
    stop,
    start: async () => {
      child = await start();
    },
    isConnected: async () => (await readHealth(url)).extensionConnected,
    connectedVersion: async () => (await readHealth(url)).extension?.extensionVersion ?? null,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Health {
  readonly extensionConnected: boolean;
  readonly extension: { readonly extensionVersion: string } | null;
}

async function readHealth(url: string): Promise<Health> {
  // With a challenge, a client on this machine is also told which extension it is.
  const challenge = randomBytes(32).toString('base64url');
  const response = await fetch(`${url}/health?challenge=${challenge}`);
  return (await response.json()) as Health;
}

interface Places {
  readonly folder: string;
  readonly root: string;
  readonly port: number;
  readonly config: string;
}

async function serve({ folder, root, port, config }: Places): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', String(port)], {
    cwd: root,
    env: {
      ...process.env,
      HOME: folder,
      ANNOTATE_CONFIG_FOLDER: config,
      ANNOTATE_PROJECT_ROOT: root,
      API_KEY: undefined,
      NETWORK: undefined,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('/mcp')) continue;
    child.stdout.resume();
    return child;
  }
  throw new Error('annotate-mcp serve ended before it served.');
}
