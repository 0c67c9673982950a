/** How programs are found on Windows. On other systems a file whose name is a whole path of Windows stands for the one there. */
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { commandLineFor } from './command-line.ts';
import { findTyped, programFinder } from './find-program.ts';

const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-windows-')));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

function installed(...files: readonly string[]): void {
  for (const file of files) {
    writeFileSync(join(folder, file), '');
    chmodSync(join(folder, file), 0o755);
  }
}

const find = (name: string, env: Readonly<Record<string, string>>) =>
  programFinder(null, { HOME: 'C:\\Users\\ann', ...env }, 'win32').find(name);

describe.skipIf(process.platform === 'win32')('a program of Windows', () => {
  it('is the file with an ending that Windows can start, in the order of PATHEXT, and never one without', () => {
    installed('C:\\node\\npx', 'C:\\node\\npx.ps1', 'C:\\node\\npx.js', 'C:\\node\\npx.cmd');
    expect(find('npx', { Path: 'C:\\node' })).toBe('C:\\node\\npx.cmd');
    installed('C:\\node\\npx.exe');
    expect(find('npx', { Path: 'C:\\node' })).toBe('C:\\node\\npx.exe');
    expect(find('npx', { Path: 'C:\\node', PATHEXT: '.CMD;.EXE' })).toBe('C:\\node\\npx.cmd');
    // Scripts would need a program of their own, which the entries of PATHEXT do not name.
    expect(find('npx', { Path: 'C:\\node', PATHEXT: '.JS;.PS1' })).toBeNull();
    expect(find('npx.cmd', { Path: 'C:\\node' })).toBe('C:\\node\\npx.cmd');
    expect(find('npx.ps1', { Path: 'C:\\node' })).toBeNull();
  });

  it('is in the first folder of PATH that has it, however the variable and the folders are written', () => {
    installed('C:\\Program Files\\Git\\cmd\\git.exe', 'D:\\tools\\git.cmd');
    const folders = '"C:\\Program Files\\Git\\cmd";D:\\tools';
    for (const name of ['PATH', 'Path', 'path'])
      expect(find('git', { [name]: folders })).toBe('C:\\Program Files\\Git\\cmd\\git.exe');
    expect(find('git', { Path: 'D:\\tools;C:\\Program Files\\Git\\cmd' })).toBe('D:\\tools\\git.cmd');
  });

  it('is not found by an entry of PATH that depends on the folder or the drive that is open', () => {
    for (const entry of ['', '.', 'bin', 'bin\\', '\\bin', '/bin', 'C:bin', '.\\bin']) {
      installed(`${entry === '' ? '' : `${entry.replaceAll('/', '')}\\`}git.exe`);
      expect(find('git', { Path: `${entry};D:\\none` })).toBeNull();
    }
  });

  it('is started directly if it is an .exe, and by the cmd.exe of the system if it is a batch file', () => {
    installed('C:\\git\\git.exe', 'C:\\node\\npx.cmd', 'C:\\old\\tool.bat');
    const Path = 'C:\\git;C:\\node;C:\\old';
    const env = { SystemRoot: 'C:\\Windows' };
    const fileFor = (name: string) => commandLineFor(find(name, { Path }) ?? '', ['a'], 'win32', env).file;
    expect(fileFor('git')).toBe('C:\\git\\git.exe');
    expect(fileFor('npx')).toBe('C:\\Windows\\System32\\cmd.exe');
    expect(fileFor('tool')).toBe('C:\\Windows\\System32\\cmd.exe');
  });

  it('is what the person types, also beside the folder that it is typed in', () => {
    installed('C:\\app\\node_modules\\.bin\\vite.cmd', 'C:\\app\\vite', 'C:\\app\\run.cmd');
    const env = { Path: 'node_modules\\.bin;C:\\none' };
    expect(findTyped('vite', 'C:\\app', env, 'win32')).toBe('C:\\app\\node_modules\\.bin\\vite.cmd');
    expect(findTyped('.\\run', 'C:\\app', env, 'win32')).toBe('C:\\app\\run.cmd');
    expect(findTyped('run', 'C:\\app', env, 'win32')).toBeNull();
  });
});
