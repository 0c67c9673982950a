import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findProcess } from './dev/running-process.ts';
import {
  pretendInstalled,
  pretendInstalledFor,
  temporaryCheckout,
  type TemporaryCheckout,
} from './temporary-checkout.ts';

const server = `
import { createServer } from 'node:http';
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
createServer((_, response) => response.end(String(process.pid)))
  .listen(port, '127.0.0.1', () => console.log('serving on ' + port));
`;

let checkout: TemporaryCheckout;
let started: Running[];

beforeEach(() => {
  started = [];
  checkout = temporaryCheckout({
    'package.json': JSON.stringify({ private: true, type: 'module', workspaces: ['demos/*'] }),
    'demos/plain/package.json': JSON.stringify({
      name: 'plain',
      type: 'module',
      scripts: { dev: 'node server.js' },
    }),
    'demos/plain/server.js': server,
  });
  pretendInstalled(checkout);
});

afterEach(async () => {
  for (const running of started) {
    running.child.kill('SIGINT');
    await running.ended;
  }
  checkout[Symbol.dispose]();
});

describe('npm run dev', () => {
  it('serves the demo, and on Ctrl+C ends it and forgets it', async () => {
    const dev = runDev(['--port', String(await freePort())]);
    const { pid } = await dev.serving();
    expect(existsSync(pidFile())).toBe(true);
    dev.child.kill('SIGINT');
    await dev.ended;
    expect(findProcess(pid)).toBeNull();
    expect(existsSync(pidFile())).toBe(false);
  });

  it('says the address when the server answers, and ends it when npm is told to end', async () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      scripts: { dev: string };
    };
    checkout.write(
      'package.json',
      JSON.stringify({
        private: true,
        type: 'module',
        workspaces: ['demos/*'],
        scripts: { dev: scripts.dev },
      }),
    );
    const npm = run('npm', [
      'run',
      'dev',
      '--prefix',
      checkout.root,
      '--',
      '--port',
      String(await freePort()),
    ]);
    const { pid, port } = await npm.serving();
    await expect.poll(npm.output).toContain(`demos/plain answers at http://localhost:${port}/`);
    npm.child.kill('SIGTERM');
    await npm.ended;
    expect(findProcess(pid)).toBeNull();
  });

  it('replaces its own earlier instance and keeps the port', { tags: 'full' }, async () => {
    const port = await freePort();
    const first = runDev(['plain', '--port', String(port)]);
    const earlier = await first.serving();
    const second = runDev(['plain', '--port', String(port)]);
    const later = await second.serving();
    await first.ended;
    expect(later.port).toBe(port);
    expect(later.pid).not.toBe(earlier.pid);
    expect(findProcess(earlier.pid)).toBeNull();
    expect(existsSync(pidFile())).toBe(true);
  });

  it('names a stranger on the port, leaves it alone and takes the next free one', async () => {
    const port = await freePort();
    const stranger = run(process.execPath, [
      '--input-type=module',
      '-e',
      server,
      '--',
      '--port',
      String(port),
    ]);
    const { pid } = await stranger.serving();
    const dev = runDev(['--port', String(port)]);
    const served = await dev.serving();
    expect(served.port).toBeGreaterThan(port);
    expect(dev.output()).toContain(
      `Port ${port} is held by pid ${pid} (${process.execPath} --input-type=module`,
    );
    expect(findProcess(pid)).not.toBeNull();
  });

  const leavesStrangerAlone = async (difference: object): Promise<void> => {
    const stranger = run(process.execPath, ['--input-type=module', '-e', server, '--', '--port', '0'], {
      detached: true,
    });
    const { pid } = await stranger.serving(false);
    checkout.write('.dev/plain.pid', JSON.stringify({ ...findProcess(pid), ...difference }));
    const dev = runDev(['--port', String(await freePort())]);
    await dev.serving();
    expect(findProcess(pid)).not.toBeNull();
    expect(dev.output()).not.toContain('Ending');
    expect(JSON.parse(readFileSync(pidFile(), 'utf8'))).not.toMatchObject({ pid });
  };

  it('leaves a stranger alone that has the recorded pid but another start time', { tags: 'full' }, () =>
    leavesStrangerAlone({ started: 'long ago' }),
  );

  it('leaves a stranger alone that has the recorded pid but another command', { tags: ['full'] }, () =>
    leavesStrangerAlone({ command: 'something else' }),
  );

  it('says that there is no demo, or which there are', { tags: 'full' }, async () => {
    const unknown = runDev(['nothing']);
    expect(await unknown.ended).toBe(1);
    expect(unknown.output()).toContain('There is no demo "nothing"; the demos are plain.');

    using empty = temporaryCheckout({ 'package.json': '{}' });
    pretendInstalled(empty);
    const none = run(process.execPath, [join(empty.root, 'scripts/run.mjs'), 'dev']);
    expect(await none.ended).toBe(1);
    expect(none.output()).toContain('There is no demo in demos/.');
  });

  it('ends with the exit code of a server that fails', async () => {
    checkout.write('demos/plain/server.js', 'process.exit(3);');
    const dev = runDev(['--port', String(await freePort())]);
    expect(await dev.ended).toBe(3);
    expect(existsSync(pidFile())).toBe(false);
  });
});

it('ends a server whose npm was killed', async () => {
  const killParent = `process.once('SIGUSR2', () => process.kill(process.ppid, 'SIGKILL'));`;
  checkout.write('demos/plain/server.js', `${killParent}\n${server}`);
  const dev = runDev(['--port', String(await freePort())]);
  const { pid } = await dev.serving();
  process.kill(pid, 'SIGUSR2');
  expect(await dev.ended).not.toBe(0);
  expect(findProcess(pid)).toBeNull();
});

describe('npm start', () => {
  it('serves the demo with the packages that it needs, and installs no others', async () => {
    checkout.write(
      'demos/plain/package.json',
      JSON.stringify({
        name: 'plain',
        type: 'module',
        scripts: { predev: 'node ../../scripts/run.mjs bundles hub', dev: 'node server.js' },
      }),
    );
    pretendInstalledFor(checkout, ['demos/plain', 'packages/cli', 'packages/overlay', 'demos/agent']);
    const start = runTask('start', 'plain', '--port', String(await freePort()));
    await start.serving();
    expect(start.output()).not.toContain('npm ci');
  });
});

const pidFile = () => join(checkout.root, '.dev/plain.pid');

interface Running {
  child: ChildProcess;
  /** Its exit code; `null` after a signal. */
  ended: Promise<number | null>;
  output: () => string;
  /** Waits for the server's line, then asks the server itself for its pid. */
  serving: (answers?: boolean) => Promise<{ port: number; pid: number }>;
}

const runTask = (...words: string[]) =>
  run(process.execPath, [join(checkout.root, 'scripts/run.mjs'), ...words]);
const runDev = (args: string[]) => runTask('dev', ...args);

function run(command: string, args: string[], options: { detached?: boolean } = {}): Running {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const serving = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const port = /serving on (\d+)\n/.exec(output)?.[1];
        if (port !== undefined) resolve(Number(port));
      });
    }
    void ended.then(() => reject(new Error(`ended before it served:\n${output}`)));
  });
  serving.catch(() => undefined); // a test that expects the end never asks
  const running: Running = {
    child,
    ended,
    output: () => output,
    serving: async (answers = true) => {
      const port = await serving;
      if (!answers) return { port, pid: child.pid ?? 0 };
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
      return { port, pid: Number(await response.text()) };
    },
  };
  started.push(running);
  return running;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
