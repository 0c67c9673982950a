/** Programs as a user starts them, with nobody at the keyboard. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface CommandOptions {
  cwd: string;
  /** Says what it has to say with another exit code than 0, too. */
  mayFail?: boolean;
  env?: Record<string, string>;
}

/** What it printed as its result; a failure has all that it printed in its message. */
export async function run(command: readonly string[], options: CommandOptions): Promise<string> {
  const child = start(command, options);
  const [result, all] = [collect(child.stdout), collect(child.stdout, child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 || options.mayFail === true) return result();
  throw new Error(`"${command.join(' ')}" ended with ${code ?? 'a signal'}:\n${all()}`);
}

export interface Running extends AsyncDisposable {
  /** What the pattern found in what it prints, as soon as it is there. */
  readonly printed: (pattern: RegExp) => Promise<string[]>;
}

/** Until it is disposed of. */
export function keepRunning(command: readonly string[], options: CommandOptions): Running {
  const child = start(command, options);
  const { stdout, stderr } = child;
  const text = collect(stdout, stderr);
  const ended = once(child, 'close');
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text());
          if (found !== null) resolve([...found]);
        };
        for (const stream of [stdout, stderr]) stream.on('data', look);
        child.once('close', () => reject(new Error(`"${command.join(' ')}" ended:\n${text()}`)));
        look();
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
  // PORT would win over --port, and what npm told the test's own process is not meant for these.
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
