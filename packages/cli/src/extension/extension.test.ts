import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { runHere } from '../testing/in-process.ts';
import { temporary } from '../testing/test-project.ts';

import { clipboardCommands, encodeFor } from './extension.ts';

let top: string;
let folder: string;

beforeEach(() => {
  top = temporary('annotate extension ');
  folder = join(top, 'config', 'extension');
  mkdirSync(join(top, 'bin'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
});

/** A program that writes its arguments and its input into a file of its name. */
function standIn(name: string): () => string {
  const [program, log] = [join(top, 'bin', name), join(top, `${name}.txt`)];
  writeFileSync(program, `#!/bin/sh\nread -r line\nprintf '%s' "$*|$line" >'${log}'\n`);
  chmodSync(program, 0o755);
  return () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
}

async function extension(args: readonly string[] = [], screen = false) {
  // `read` and `printf` are part of the shell, so nothing else has to be found.
  const env = {
    PATH: join(top, 'bin'),
    HOME: top,
    ANNOTATE_CONFIG_FOLDER: join(top, 'config'),
    DISPLAY: ':9',
  };
  return runHere(['extension', ...args], { cwd: top, env, screen });
}

it('says the two clicks, copies the path and shows the steps in Chrome', async () => {
  const [chrome, clipboard] = [standIn('google-chrome'), standIn('xclip')];
  const { code, stdout } = await extension([], true);
  expect(code).toBe(0);
  expect(stdout).toContain(folder);
  expect(stdout).toMatch(/1\. .*"Developer mode"[^]*2\. .*"Load unpacked".*on your clipboard/);
  expect(stdout).toContain('Chrome shows them too');
  expect(clipboard()).toBe(`-selection clipboard|${folder}`);
  await expect.poll(() => chrome()).toBe(`${pathToFileURL(join(folder, 'install.html')).href}|`);
  expect(existsSync(join(folder, 'install.html'))).toBe(true);
});

it('starts no program for an agent that reads the output, nor with --no-open', async () => {
  const [chrome, clipboard] = [standIn('google-chrome'), standIn('xclip')];
  const { stdout } = await extension();
  expect(stdout).toContain(`The extension is in ${folder}`);
  expect([chrome(), clipboard()]).toEqual(['', '']);
  await extension(['--no-open'], true);
  expect(clipboard()).not.toBe('');
  expect(chrome()).toBe('');
});

it('says that no Chrome was found, and still unpacks', async () => {
  const { stdout, code } = await extension([], true);
  expect(code).toBe(0);
  expect(stdout).toContain('No Chrome was found');
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
});

it('says that it is up to date, and that an update is loaded by itself', async () => {
  await extension();
  expect((await extension()).stdout).toContain(`The extension is up to date in ${folder}`);
  writeFileSync(join(folder, 'worker.js'), 'an older one');
  const { stdout } = await extension();
  expect(stdout).toContain(`The extension was updated in ${folder}`);
  expect(stdout).toContain('loads the new files by itself');
});

it('prints only the path for scripts, and removes what it has unpacked', async () => {
  expect((await extension(['--print-path'])).stdout).toBe(`${folder}\n`);
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
  expect((await extension(['--remove'])).stdout).toContain(`removed from ${folder}`);
  expect(existsSync(folder)).toBe(false);
  expect((await extension(['--remove'])).stdout).toContain('There is no extension in');
});

it('gives Windows a path whose letters it does not garble', () => {
  const path = 'C:\\Users\\Jürgen';
  for (const program of ['clip', 'clip.exe'])
    expect(encodeFor(program, path)).toEqual(Buffer.from(`\ufeff${path}`, 'utf16le'));
  expect(encodeFor('pbcopy', path)).toEqual(Buffer.from(path));
});

it.each([
  { name: 'macOS', platform: 'darwin', env: {}, programs: ['pbcopy'] },
  { name: 'Windows', platform: 'win32', env: {}, programs: ['clip'] },
  {
    name: 'Wayland',
    platform: 'linux',
    env: { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' },
    programs: ['wl-copy', 'xclip', 'xsel'],
  },
  { name: 'Linux in Windows', platform: 'linux', env: { WSL_DISTRO_NAME: 'Debian' }, programs: ['clip.exe'] },
  { name: 'a server without a screen', platform: 'linux', env: {}, programs: [] },
] as const)('uses what $name has', ({ platform, env, programs }) => {
  expect(clipboardCommands(platform, env).map(([program]) => program)).toEqual(programs);
});
