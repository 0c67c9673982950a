import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const repository = resolve(import.meta.dirname, '../../../..');

/** A Next app inside this repository, because Turbopack follows no links to packages elsewhere. */
export interface NextApp extends AsyncDisposable {
  readonly root: string;
  /** Starts `next dev` with these arguments and returns its origin. It ends with the app. */
  readonly dev: (...args: string[]) => Promise<string>;
  /** Runs `next build` with these arguments and returns what it printed. */
  readonly build: (...args: string[]) => Promise<string>;
}

export function createNextApp(files: Readonly<Record<string, string>>): NextApp {
  mkdirSync(join(repository, '.dev'), { recursive: true });
  const root = mkdtempSync(join(repository, '.dev/next app-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const ends: (() => Promise<void>)[] = [];
  return {
    root,
    dev: async (...args) => {
      const next = startNext(root, ['dev', '--port', '0', ...args]);
      ends.push(next.end);
      return (await next.printed(/Local: +(http:\S+)/))[1] ?? '';
    },
    build: async (...args) => {
      const next = startNext(root, ['build', ...args]);
      ends.push(next.end);
      await next.ended;
      return next.output();
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(ends.map((end) => end()));
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function startNext(cwd: string, args: readonly string[]) {
  const program = createRequire(import.meta.url).resolve('next/dist/bin/next');
  // Vitest sets the environment of a test, for which Next has its own settings.
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' };
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
      child.emit('printed');
    });
  }
  const ended = once(child, 'close');
  return {
    output: () => output,
    ended,
    printed: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        const more = once(child, 'printed').then(() => true);
        if (await Promise.race([more, ended.then(() => false)])) continue;
        throw new Error(`Next ended without printing ${String(pattern)}:\n${output}`);
      }
    },
    end: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
