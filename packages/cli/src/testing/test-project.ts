/** Runs commands, here or in the built program, in a temporary project with a temporary home folder. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { afterEach, beforeAll } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';
import { configFolder } from '@annotate-mcp/store/user-folders';

import { builtProgram } from './build-bin.ts';
import { type Answer, type CommandResult, runHere } from './in-process.ts';

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Another copy of the program. */
  bin?: string;
  /** What another program writes to its stdin. */
  input?: string;
  /** A person at a terminal, where the command runs in this process. */
  answers?: readonly Answer[];
}

interface ProgramOptions extends RunOptions {
  nodeArgs?: readonly string[];
}

export interface TestProject {
  /** A git repository, with a space and a letter beyond ASCII in its path. */
  project: string;
  home: string;
  /** The program, where a package manager would have put it. */
  bin: string;
  /** Runs a command in this process, which is many times faster. It finds no agents in the home folder. */
  run: (args: readonly string[], options?: RunOptions) => Promise<CommandResult>;
  /** Runs the built program in a process of its own. */
  runProgram: (args: readonly string[], options?: ProgramOptions) => Promise<CommandResult>;
  /** Killed after the test if it still runs. */
  start: (args: readonly string[], options?: Pick<RunOptions, 'env'>) => ChildProcessWithoutNullStreams;
  write: (path: string, text: string) => string;
  read: (path: string) => string;
  /** Every file of the project with its text. */
  files: () => Record<string, string>;
  /** Opened stores are closed after the test. */
  open: (url?: string) => Promise<Store>;
  fill: (annotations: readonly Annotation[], url?: string) => Promise<void>;
  /** As they come with a cloned repository: written by another person. */
  fillAsOther: (annotations: readonly Annotation[], url?: string) => Promise<void>;
}

/** Gives a test file the program, built from the sources as they are. Called once per file. */
export function setUpCli(): { createProject: () => TestProject } {
  const undos: (() => unknown)[] = [];
  let dist = '';
  beforeAll(async () => {
    dist = await builtProgram();
  }, 120_000);
  afterEach(async () => {
    for (const undo of undos.splice(0).reverse()) await undo();
  });
  return { createProject: () => createTestProject(join(dist, 'bin.mjs'), (undo) => undos.push(undo)) };
}

/** Kept between runs of the tests. */
const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/annotate-mcp/compiled');

export function temporary(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), name)));
}

function createTestProject(bin: string, onEnd: (undo: () => unknown) => void): TestProject {
  const top = temporary('annotate clï ');
  // A process that has just been ended may still be writing.
  onEnd(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));
  const [project, home] = [join(top, 'my project'), join(top, 'my home')];
  for (const folder of [join(project, '.git'), home]) mkdirSync(folder, { recursive: true });
  const open = async (url = 'sqlite:') => {
    const store = await openStore(url, { root: project, configFolder: configFolderIn(home) });
    onEnd(() => store.close());
    return store;
  };
  return {
    project,
    home,
    bin,
    run: (args, options) =>
      runHere(args, {
        cwd: project,
        bin,
        ...options,
        env: { ...environmentIn(home), ...options?.env },
      }),
    runProgram: (args, options) =>
      ran(spawned(options?.bin ?? bin, args, { cwd: project, home, ...options }), options?.input),
    start: (args, options) => {
      const child = spawned(bin, args, { cwd: project, home, ...options });
      onEnd(() => child.kill('SIGKILL'));
      return child;
    },
    write: (path, text) => {
      const file = join(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    read: (path) => readFileSync(join(project, path), 'utf8'),
    files: () => filesIn(project),
    open,
    fill: async (annotations, url) => {
      const store = await open(url);
      for (const annotation of annotations) await store.add(annotation);
      await store.close();
    },
    fillAsOther: async (annotations, url = 'sqlite:') => {
      const store = await openStore(url, { root: project, configFolder: join(top, 'their config') });
      for (const annotation of annotations) await store.add(annotation);
      await store.close();
    },
  };
}

/** Where the program that runs with this home folder has its key. */
function configFolderIn(home: string): string {
  return configFolder({ platform: process.platform, env: {}, home });
}

function spawned(
  bin: string,
  args: readonly string[],
  { cwd, home, env = {}, nodeArgs = [] }: ProgramOptions & { cwd: string; home: string },
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeArgs, bin, ...args], {
    cwd,
    // Every project has another home, where the program would find nothing compiled yet.
    env: { ...environmentIn(home), NODE_COMPILE_CACHE: compiled, ...env },
  });
}

function environmentIn(home: string): Record<string, string | undefined> {
  const { PATH, TMPDIR, TEMP, SystemRoot, PATHEXT, NODE_OPTIONS } = process.env;
  // Windows finds neither its own programs nor a folder for temporary files without these.
  const ofWindows = { TEMP, SystemRoot, PATHEXT, APPDATA: join(home, 'AppData', 'Roaming'), NODE_OPTIONS };
  return {
    ...(process.platform === 'win32' && ofWindows),
    ...{ PATH, TMPDIR, HOME: home, USERPROFILE: home },
  };
}

async function ran(child: ChildProcessWithoutNullStreams, input = ''): Promise<CommandResult> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  // A program that does not read its input may have ended by now.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return { code: await exitCodeOf(child), stdout: await stdout, stderr: await stderr };
}

/** `null` when a signal ended it. */
export async function exitCodeOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
  );
}
