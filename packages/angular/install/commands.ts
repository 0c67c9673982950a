/** Starts programs as a user does, without interactive input. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface CommandOptions {
  cwd: string;
  /** Do not throw for an exit code other than 0. */
  mayFail?: boolean;
  env?: Record<string, string>;
}

/** Returns the standard output. The error of a failed command contains everything it printed. */
export async function run(command: readonly string[], options: CommandOptions): Promise<string> {
  const child = start(command, options);
  const [result, all] = [collect(child.stdout), collect(child.stdout, child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 || options.mayFail === true) return result();
  throw new Error(`"${command.join(' ')}" ended with ${code ?? 'a signal'}:\n${all()}`);
}

export interface RunningCommand extends AsyncDisposable {
  /** Resolves with the match as soon as the output matches the pattern. */
  readonly printed: (pattern: RegExp) => Promise<string[]>;
}

/** Runs until it is disposed. */
export function keepRunning(command: readonly string[], options: CommandOptions): RunningCommand {
  const child = start(command, options);
  const { stdout, stderr } = child;
  const text = collect(stdout, stderr);
  const ended = once(child, 'close');
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = pattern.exec(text());
          if (found !== null) resolve([...found]);
        };
        for (const stream of [stdout, stderr]) stream.on('data', check);
        child.once('close', () => reject(new Error(`"${command.join(' ')}" ended:\n${text()}`)));
        check();
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function start(
  [program = '', ...args]: readonly string[],
  { cwd, env }: CommandOptions,
): ChildProcessByStdio<null, Readable, Readable> {
  // PORT would override --port, and the variables that npm and Vitest set for this process must not be inherited.
  const inherited = Object.entries(process.env).filter(
    ([name]) => name !== 'PORT' && !/^(npm_|VITEST|NODE_ENV)/.test(name),
  );
  return spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), NG_CLI_ANALYTICS: 'false', NO_COLOR: '1', ...quietNpm, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const quietNpm = {
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_progress: 'false',
  npm_config_update_notifier: 'false',
};

function collect(...streams: readonly Readable[]): () => string {
  let text = '';
  for (const stream of streams) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
