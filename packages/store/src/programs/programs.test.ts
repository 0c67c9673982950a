import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { readPersonName } from '../git/person-name.ts';
import { TreeStates } from '../git/tree-states.ts';
import { isPosix } from '../testing/machine.ts';

import { programFinder } from './find-program.ts';
import { endProgram, runProgram, startPiped, startProgram, startTyped } from './index.ts';

let top: string;
let root: string;
/** Of the person. */
let own: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate programs ')));
  // The person's folders are not below the home folder of a project, and the temporary folder is not a project.
  root = join(top, 'clone/app');
  own = join(top, 'own/bin');
  for (const folder of [root, own, join(top, 'clone/.git')]) mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(top, { recursive: true, force: true });
});

/** Returns its path. */
function program(path: string, script = ''): string {
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const find = (...folders: string[]) =>
  programFinder(root, { PATH: folders.join(delimiter), HOME: join(top, 'home') }).find('git');

describe.skipIf(!isPosix)('a program of the person', () => {
  it.each([
    ['node_modules/.bin of the project', () => join(root, 'node_modules/.bin')],
    ['a folder of the project', () => join(root, 'tools')],
    [
      'node_modules/.bin of the repository around a project that is a folder of it',
      () => join(top, 'clone/node_modules/.bin'),
    ],
    ['a folder of the repository around it', () => join(top, 'clone/tools')],
    ['node_modules/.bin above the repository', () => join(top, 'node_modules/.bin')],
  ])('is not looked for in %s', (_, folderOf) => {
    const folder = folderOf();
    program(`${folder.slice(top.length)}/git`);
    expect(find(folder)).toBeNull();
    const real = program('own/bin/git');
    expect(find(folder, own)).toBe(real);
  });

  it('is not found by a relative entry of PATH, nor in the folder that is open', () => {
    program('clone/app/git');
    program('clone/app/bin/git');
    const before = process.cwd();
    try {
      process.chdir(root);
      expect(find('', '.', 'bin', './bin')).toBeNull();
    } finally {
      process.chdir(before);
    }
  });

  it('is not found through a link into the project, out of it, or through it', () => {
    const theirs = program('clone/app/tools/git');
    const real = program('own/bin/git');
    const links = join(top, 'links');
    mkdirSync(links);
    // A file outside that leads into the project, a folder outside that does, and a folder inside that leads out.
    symlinkSync(theirs, join(links, 'git'));
    symlinkSync(join(root, 'tools'), join(top, 'tools'));
    symlinkSync(own, join(root, 'out'));
    // Outside, then inside, then outside again: the repository decides where it ends.
    symlinkSync(join(root, 'out'), join(top, 'around'));
    expect(find(links, join(top, 'tools'), join(root, 'out'), join(top, 'around'))).toBeNull();
    expect(find(join(top, 'around'), own)).toBe(real);
  });

  it('is found where the person has linked it to a place outside of the project', () => {
    const real = program('store/git-2/bin/git');
    symlinkSync(dirname(real), join(top, 'profile'));
    expect(find(join(top, 'profile'))).toBe(join(top, 'profile/git'));
  });

  it('is not the one of the folder that this program was started in, where the project is another one', () => {
    const folder = join(top, 'other');
    mkdirSync(join(folder, '.git'), { recursive: true });
    program('other/bin/git');
    const before = process.cwd();
    try {
      process.chdir(folder);
      expect(find(join(folder, 'bin'))).toBeNull();
    } finally {
      process.chdir(before);
    }
  });

  it('is found in the home folder, which is no project although it may be a repository', () => {
    mkdirSync(join(top, 'home/code/app/.git'), { recursive: true });
    mkdirSync(join(top, 'home/.git'));
    const agent = program('home/.local/bin/agent');
    const programs = programFinder(join(top, 'home/code/app'), {
      PATH: join(top, 'home/.local/bin'),
      HOME: join(top, 'home'),
    });
    expect(programs.find('agent')).toBe(agent);
  });

  it('may be one of the project where the person says so in their own folder', () => {
    const theirs = program('clone/app/.devenv/profile/bin/git');
    const config = join(top, 'config');
    mkdirSync(config);
    vi.stubEnv('ANNOTATE_CONFIG_FOLDER', config);
    expect(find(dirname(theirs))).toBeNull();
    writeFileSync(join(config, 'programs.json'), JSON.stringify({ programsOf: [join(top, 'clone')] }));
    expect(find(dirname(theirs))).toBeNull();
    writeFileSync(join(config, 'programs.json'), JSON.stringify({ programsOf: [root] }));
    expect(find(dirname(theirs))).toBe(theirs);
    writeFileSync(join(config, 'programs.json'), '{');
    expect(find(dirname(theirs))).toBeNull();
  });

  it('gets a PATH without the project, so that a script finds the interpreter of the person', async () => {
    program('clone/app/node_modules/.bin/interpreter', `touch '${top}/sprung'`);
    program('own/bin/interpreter', 'echo own');
    const script = join(own, 'script');
    writeFileSync(script, '#!/usr/bin/env interpreter\n', { mode: 0o755 });
    const PATH = [join(root, 'node_modules/.bin'), own, '/usr/bin', '/bin'].join(delimiter);
    const programs = programFinder(root, { PATH, HOME: join(top, 'home') });
    for (const path of [programs.path, programs.pathWithProject]) {
      const { stdout } = await runProgram(script, [], { env: { PATH: path } });
      expect(stdout).toBe('own\n');
    }
    expect(existsSync(join(top, 'sprung'))).toBe(false);
  });
});

describe.skipIf(!isPosix)('git', () => {
  it('is never one of the project, also where npx has put that first into PATH', async () => {
    const trap = `touch '${top}/sprung'`;
    program('clone/app/node_modules/.bin/git', trap);
    program('clone/node_modules/.bin/git', trap);
    execFileSync('git', ['init', '--quiet', join(top, 'clone')]);
    const theirs = [join(root, 'node_modules/.bin'), join(top, 'clone/node_modules/.bin'), 'bin'];
    vi.stubEnv('PATH', [...theirs, process.env.PATH].join(delimiter));
    const states = new TreeStates(root, { mostMs: 60_000 });
    expect(await states.take()).toHaveProperty('tree');
    await states.close();
    await readPersonName(root);
    expect(existsSync(join(top, 'sprung'))).toBe(false);
  });

  it('is missing where only the project has one, and where it is older than what can be kept quiet', async () => {
    program('clone/app/bin/git', `touch '${top}/sprung'`);
    vi.stubEnv('PATH', join(root, 'bin'));
    expect(await new TreeStates(root).take()).toEqual({ missing: 'no-git' });
    expect(existsSync(join(top, 'sprung'))).toBe(false);
    program('own/bin/git', `echo 'git version 2.31.8'`);
    vi.stubEnv('PATH', own);
    expect(await new TreeStates(root).take()).toEqual({ missing: 'no-git' });
  });
});

describe.skipIf(!isPosix)('what is started', () => {
  it('is named by a whole path', () => {
    for (const name of ['git', './git', 'bin/git', ''])
      expect(() => startPiped(name, [])).toThrow('because it is not a whole path');
  });

  it('is ended with everything that it has started, when it takes too long or writes too much', async () => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
    const late = `console.log(${child}.pid); setInterval(() => {}, 1000)`;
    const ended = await runProgram(process.execPath, ['-e', late], { mostMs: 1_500 });
    expect(ended.code).toBeNull();
    const pid = Number(ended.stdout);
    if (pid > 0) await expect.poll(() => isRunning(pid)).toBe(false);
    const much = `${child}; process.stdout.write('x'.repeat(100_000)); setInterval(() => {}, 1000)`;
    const cut = await runProgram(process.execPath, ['-e', much], { mostBytes: 1_000 });
    expect(cut).toMatchObject({ code: null, stdout: '' });
  });

  it('is ended by a signal, and only once: what has ended already is left alone', async () => {
    const started = startProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      group: true,
    });
    await once(started, 'spawn');
    endProgram(started);
    await once(started, 'exit');
    const kill = vi.spyOn(process, 'kill');
    endProgram(started, 'SIGKILL');
    expect(kill).not.toHaveBeenCalled();
    kill.mockRestore();
  });

  it('is what the person types, by their own PATH', async () => {
    program('clone/app/node_modules/.bin/tool', 'exit 7');
    const env = { PATH: `${join(root, 'node_modules/.bin')}:/usr/bin:/bin` };
    const typed = startTyped(['tool'], { stdio: 'ignore', env, cwd: root });
    expect(await once(typed, 'exit')).toEqual([7, null]);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
