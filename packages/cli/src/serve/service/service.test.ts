/** Installing, asking and removing with the systems' own tools played by scripts that note how they were called. */
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { Writable } from 'node:stream';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createTerminal } from '../../terminal.ts';
import { runHere } from '../../testing/in-process.ts';
import { temporary } from '../../testing/test-project.ts';

import type { ServiceAction } from './options.ts';
import { runService, systems } from './service.ts';
import { systemd } from './systemd.ts';

const tools = { linux: 'systemctl', darwin: 'launchctl', win32: 'schtasks' } as const;

interface Playing {
  platform?: keyof typeof tools;
  /** Of a shell: what the tool does with its arguments in `$*`. */
  tool?: string | null;
  port?: number;
}

function machine({ platform = 'linux', tool = '', port = 1 }: Playing = {}) {
  const home = temporary('annotate sërvice ');
  onTestFinished(() => rmSync(home, { recursive: true }));
  const calls = join(home, 'calls');
  writeFileSync(calls, '');
  if (tool !== null) {
    const file = join(home, tools[platform]);
    writeFileSync(file, `#!/bin/sh\necho "$*" >> '${calls}'\n${tool}\n`);
    chmodSync(file, 0o755);
  }
  const path = tool === null ? home : [home, process.env.PATH ?? ''].join(delimiter);
  const account = { platform, home, uid: 501, env: { PATH: path, APPDATA: join(home, 'roaming') } };
  const run = async (action: ServiceAction, dryRun = false) => {
    let printed = '';
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        printed += String(chunk);
        done();
      },
    });
    const terminal = createTerminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
    const command = ['/opt/node', 'serve', `--port=${port}`] as const;
    const request = { action, dryRun, command, port };
    const code = await runService(request, terminal, { account, startTimeoutMs: 0 });
    return { code, printed };
  };
  const file = systems.find((each) => each.platform === platform)?.file(account) ?? '';
  return { run, file, calls: () => readFileSync(calls, 'utf8').split('\n').filter(Boolean) };
}

/** Answers as a server of ours does. */
async function serving(): Promise<number> {
  const server = createServer((_request, response) => response.end('{"extensionConnected":false}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const running = 'case "$*" in *is-active*) echo active;; esac';

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', (platform) => {
  it('prints with --dry-run what it would do, and does nothing', async () => {
    const here = machine({ platform });
    const { code, printed } = await here.run('install', true);
    expect(code).toBe(0);
    expect(printed).toContain(`Would write ${here.file}:`);
    expect(printed).toContain('--port=1');
    expect(printed).toContain(`Would run ${tools[platform]} `);
    expect(here.calls()).toEqual([]);
    expect(existsSync(here.file)).toBe(false);
  });

  it('is installed twice as once, and gone after it was removed', async () => {
    const here = machine({ platform });
    expect((await here.run('install')).printed).toContain('Installed as a');
    const [first, calls] = [readFileSync(here.file), here.calls()];
    expect((await here.run('install')).printed).toContain('Installed again as a');
    expect(readFileSync(here.file)).toEqual(first);
    expect(here.calls().slice(0, calls.length)).toEqual(calls);
    const { code, printed } = await here.run('uninstall', true);
    expect(printed).toContain(`Would remove ${here.file}`);
    expect([code, existsSync(here.file)]).toEqual([0, true]);
    expect((await here.run('uninstall')).printed).toContain('The service is stopped');
    expect(existsSync(here.file)).toBe(false);
    const before = here.calls();
    expect(await here.run('uninstall')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('not installed') as string,
    });
    expect(here.calls()).toEqual(before);
  });

  it('does not change a file of another program', async () => {
    const here = machine({ platform });
    mkdirSync(dirname(here.file), { recursive: true });
    writeFileSync(here.file, 'mine');
    for (const action of ['install', 'uninstall', 'status'] as const) {
      await expect(here.run(action)).rejects.toThrow('was not written by annotate-mcp; left untouched');
    }
    expect(readFileSync(here.file, 'utf8')).toBe('mine');
    expect(here.calls()).toEqual([]);
  });

  it('says that it cannot be installed without the tool for it, and writes nothing', async () => {
    const here = machine({ platform, tool: null });
    await expect(here.run('install')).rejects.toMatchObject({ code: 'serve/no-service' });
    expect(existsSync(here.file)).toBe(false);
  });
});

describe('installing', () => {
  it('says that there is no systemd for the user, and what to do instead', async () => {
    const here = machine({ tool: 'echo "Failed to connect to bus: No medium found" >&2; exit 1' });
    await expect(here.run('install')).rejects.toMatchObject({
      message: 'There is no systemd for this user: Failed to connect to bus: No medium found.',
      hint: expect.stringContaining('Start "annotate-mcp serve"') as string,
    });
    expect(existsSync(here.file)).toBe(false);
  });

  it('says what failed', async () => {
    const here = machine({ tool: 'case "$*" in *enable*) echo "Read-only file system" >&2; exit 1;; esac' });
    await expect(here.run('install')).rejects.toThrow(
      '"systemctl --user enable annotate-mcp.service" failed: Read-only file system.',
    );
  });

  it('tries again where the system is still busy with the one before', async () => {
    const busy = 'case "$*" in bootstrap*) mkdir "$0.once" 2>/dev/null && exit 5;; esac; exit 0';
    const here = machine({ platform: 'darwin', tool: busy });
    await here.run('install');
    expect(here.calls().filter((call) => call.startsWith('bootstrap'))).toHaveLength(2);
  });

  it('succeeds when the server answers', async () => {
    const port = await serving();
    const here = machine({ port, tool: running });
    mkdirSync(dirname(here.file), { recursive: true });
    writeFileSync(here.file, `# Belongs to annotate-mcp serve --port=${port}`);
    const { code, printed } = await here.run('install');
    expect(printed).toContain(`The server runs at http://127.0.0.1:${port}`);
    expect(code).toBe(0);
  });

  it('fails when it does not, and says where to look', async () => {
    const { code, printed } = await machine().run('install');
    expect(code).toBe(1);
    expect(printed).toContain('Its log: journalctl --user --unit annotate-mcp.service');
  });

  it('does not take the port of a server that was started by hand', async () => {
    const port = await serving();
    const here = machine({ port });
    await expect(here.run('install')).rejects.toThrow(`started by hand uses port ${port}`);
    expect(existsSync(here.file)).toBe(false);
  });
});

describe('the status', () => {
  const installed = async (playing: Playing) => {
    const here = machine(playing);
    mkdirSync(dirname(here.file), { recursive: true });
    writeFileSync(here.file, `# Belongs to annotate-mcp serve --port=${playing.port ?? 1}`);
    return here.run('status');
  };

  it('is that it is not installed', async () => {
    expect(await machine().run('status')).toEqual({
      code: 1,
      printed: 'The service is not installed. "annotate-mcp serve --install" starts it at each login.\n',
    });
    const byHand = await machine({ port: await serving() }).run('status');
    expect(byHand.printed).toContain('started by hand answers');
  });

  it('is that it runs', async () => {
    const port = await serving();
    const { code, printed } = await installed({ port, tool: running });
    expect(printed).toContain(`Installed as a ${systemd.name}`);
    expect(printed).toContain(`The service runs and answers at http://127.0.0.1:${port}.`);
    expect(code).toBe(0);
  });

  it('is that it runs without an answer, or not at all', async () => {
    const mute = await installed({ tool: running });
    expect(mute.printed).toContain('The service runs, but does not answer');
    const ended = await installed({ tool: 'case "$*" in *is-active*) echo inactive; exit 3;; esac' });
    expect(ended.printed).toContain('The service does not run.');
    const other = await installed({ port: await serving() });
    expect(other.printed).toContain('a server that was started by hand uses');
    expect([mute.code, ended.code, other.code]).toEqual([1, 1, 1]);
  });
});

describe('the command line', () => {
  it.each([
    { args: ['--install', '--uninstall'], says: 'cannot be used with' },
    { args: ['--status', '--rotate-key'], says: 'cannot be used with' },
    { args: ['--dry-run'], says: '--dry-run goes with --install or --uninstall' },
    { args: ['--dry-run', '--status'], says: '--dry-run goes with --install or --uninstall' },
    { args: ['--install', '--port', '0'], says: 'needs a fixed port' },
  ])('refuses $args', async ({ args, says }) => {
    const { code, stderr } = await runHere(['serve', ...args]);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });

  it('takes everything that was decided over into the service', async () => {
    const args = ['--install', '--dry-run', '--network', '--port', '4000', '--toolsets', 'browser'];
    const { code, stdout } = await runHere(['serve', ...args, '--root', '.', '--store', 'json:a.json']);
    expect(code).toBe(0);
    for (const word of [
      '--network',
      '--port=4000',
      '--toolsets=browser',
      '--store=json:a.json',
      process.cwd(),
    ]) {
      expect(stdout).toContain(word);
    }
  });
});
