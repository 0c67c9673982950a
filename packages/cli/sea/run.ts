import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Resolves with what it printed; rejects with everything it said. */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await execute(program, [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
