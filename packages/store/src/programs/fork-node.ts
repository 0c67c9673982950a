/** Starts this Node again, for one of our own files. Apart from the rest, because what dev servers load first needs nothing else. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

export type { ChildProcess };

/** Another process of this Node, with a channel. `file` is one of ours. */
export function forkNode(
  file: string,
  options: Pick<ForkOptions, 'env' | 'execArgv' | 'stdio'>,
): ChildProcess {
  return fork(file, [], { ...options, windowsHide: true });
}
