/** Starts `annotate-mcp serve --shared` as a process of its own, which outlives the agent that needed it first. */
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { startProgram } from '@annotate-mcp/store/programs';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';

import { programCommand } from '../this-program.ts';

export interface SharedBridge {
  /** The project that annotations on any page go to; `null` when the agent works in none. */
  readonly project: { readonly root: string; readonly store: string } | null;
}

export interface StartedBridge {
  /** Why it has ended; `null` while it runs, and when it ended because another bridge runs. */
  readonly failure: () => string | null;
}

export function spawnBridge({ project }: SharedBridge): StartedBridge {
  const [program, ...args] = programCommand();
  const log = openLog();
  let failure: string | null = null;
  const { root, store } = project ?? { root: ensureFolder(noProjectFolder()), store: 'sqlite:' };
  const child = startProgram(program, [...args, 'serve', '--shared', `--root=${root}`, `--store=${store}`], {
    // It must not keep the project's folder in use.
    cwd: dirname(bridgeLog()),
    env: environment(process.env),
    outlives: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code, signal) => {
    if (code !== 0) failure = `it ended with ${signal ?? `code ${code ?? '?'}`}`;
  });
  child.unref();
  return { failure: () => failure };
}

export function bridgeLog(): string {
  return join(provenanceFolder(), 'bridge.log');
}

/** For agents that work in no project: what a person annotates on any page is kept here. */
function noProjectFolder(): string {
  return join(provenanceFolder(), 'no-project');
}

/** The end of the log in one line, for an error message. */
export function lastLines(): string {
  try {
    return readFileSync(bridgeLog(), 'utf8').trim().split('\n').slice(-3).join(' ').slice(-500);
  } catch {
    // There is no log when the process could not be started at all.
    return '';
  }
}

/** Never grows without end: a bridge prints a few lines, and is started a few times a day. */
function openLog(): number {
  const file = bridgeLog();
  ensureFolder(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > maxLogBytes ? 'w' : 'a', 0o600);
}

const maxLogBytes = 256 * 1024;

function ensureFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** `PORT` and `API_KEY` in an agent's environment are those of the person's app; `serve` in a terminal reads them. */
function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PORT: _port, API_KEY: _key, NETWORK: _network, ANNOTATE_PROJECT_ROOT: _root, ...rest } = env;
  return rest;
}
