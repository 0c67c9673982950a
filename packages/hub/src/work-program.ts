/** Starts the program that asks the person whether to start an agent, as a process of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { AnnotateError, isRecord } from '@annotate-mcp/core';
import { startPiped } from '@annotate-mcp/store/programs';

/** A program and its first arguments. */
export type ProgramCommand = readonly [program: string, ...args: string[]];

/** `annotate-mcp` as the project has installed it, or as it is installed beside this package; `null` when it is neither. */
export function findProgram(root: string): ProgramCommand | null {
  for (const from of [pathToFileURL(join(root, 'package.json')).href, import.meta.url]) {
    const found = programFrom(from);
    if (found !== null) return [process.execPath, ...found];
  }
  return null;
}

/** What a hub starts when a page asks for it. Another process cannot open a store that is in the memory of this one. */
export function workStarterOf(
  command: ProgramCommand | null,
  root: string,
  store: string,
): (() => Promise<void>) | undefined {
  if (command === null || store.startsWith('memory:')) return undefined;
  return () => startWorkProgram(command, root, store);
}

/**
 * Resolves when the program has ended, which it does after some minutes without an answer and after its work. Rejects
 * with what the person can do when it cannot be started or fails.
 */
async function startWorkProgram(
  [program, ...args]: ProgramCommand,
  root: string,
  store: string,
): Promise<void> {
  // It must not write between the lines of a dev server, and ends when the dev server has ended in any way: its stdin is
  // closed then.
  const child = startPiped(program, [...args, 'work', '--offer', '--root', root, '--store', store], {
    cwd: root,
  });
  child.stdout.resume();
  // Neither keeps the dev server from ending.
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestReport);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(notStartedError(error.message)));
    child.once('close', (code, signal) => {
      // A signal is a person's way to end it.
      if (code === 0 || signal !== null) resolve();
      else reject(notStartedError(said.trim() || `It ended with the code ${String(code)}.`));
    });
  });
}

const longestReport = 1_000;

/** Arguments of Node. A checkout runs from its sources until it is built; the published package has none. */
function programFrom(from: string): string[] | null {
  try {
    const manifest = createRequire(from).resolve('annotate-mcp/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: unknown };
    const path = isRecord(bin) ? bin['annotate-mcp'] : undefined;
    const file = typeof path === 'string' ? join(dirname(manifest), path) : null;
    if (file !== null && existsSync(file)) return [file];
    const source = join(dirname(manifest), 'src', 'bin.ts');
    return existsSync(source) ? ['--conditions=@annotate-mcp/source', source] : null;
  } catch {
    // Not installed there.
    return null;
  }
}

function notStartedError(reason: string): AnnotateError {
  return new AnnotateError('work/failed', `The program that starts agents has failed: ${reason}`, {
    hint: 'Run npx annotate-mcp work in a terminal.',
  });
}
