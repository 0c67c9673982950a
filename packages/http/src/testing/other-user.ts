/** Connections that belong to another user of this machine: a forwarder that runs as that user, as a relay of theirs would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { onTestFinished, type TestContext } from 'vitest';

/** Returns the port at which every connection is made again to `port` by another user. Ends with the test. */
export async function forwardAsOtherUser(port: number, context: TestContext): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    context.skip('Only root on Linux can start a process of another user.');
  }
  const child = spawn(process.execPath, ['--eval', forwarder, String(otherUser), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => end(child));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return Number(line);
}

const otherUser = 65_534;

const forwarder = `
  const net = require('node:net');
  const [userId, port] = process.argv.slice(1).map(Number);
  process.setgroups([]);
  process.setgid(userId);
  process.setuid(userId);
  const server = net.createServer((client) => {
    const target = net.connect(port, '127.0.0.1');
    client.pipe(target).pipe(client);
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
