import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

export interface StartedProcess {
  readonly pid: number;
  /** Everything it has printed, without colours. */
  readonly output: () => string;
  /** Resolves when the pattern was printed; rejects when the process ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly write: (text: string) => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export function startProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): StartedProcess {
  const child = spawn(process.execPath, ['--conditions=@annotate-mcp/source', ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, NG_CLI_ANALYTICS: 'false', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
      child.emit('printed');
    });
  }
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  );
  const printed = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output);
      if (match !== null) return match;
      const more = once(child, 'printed').then(() => true);
      if (!(await Promise.race([more, ended.then(() => false)]))) {
        throw new Error(`The process ended without printing ${String(pattern)}:\n${output}`);
      }
    }
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    printed,
    write: (text) => void child.stdin.write(text),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
