import type { CommandLine } from './system.ts';

/** Everything that was decided when the service was installed: later nobody is there to ask. */
export interface Decided {
  readonly root: string;
  readonly store?: string | undefined;
  readonly port: number;
  readonly network: boolean;
  readonly extensionIds: readonly string[];
  readonly allowPrivateScripts: boolean;
  readonly toolsets?: readonly string[] | undefined;
}

export function serviceCommand(program: CommandLine, decided: Decided): CommandLine {
  const { root, store, port, network, extensionIds, allowPrivateScripts, toolsets } = decided;
  return [
    ...program,
    'serve',
    // In one word, whatever it begins with.
    `--root=${root}`,
    `--port=${port}`,
    ...(store === undefined ? [] : [`--store=${store}`]),
    ...(network ? ['--network'] : []),
    ...(extensionIds.length === 0 ? [] : [`--extension-id=${extensionIds.join(',')}`]),
    ...(allowPrivateScripts ? ['--allow-private-scripts'] : []),
    ...(toolsets === undefined ? [] : [`--toolsets=${toolsets.join(',')}`]),
  ];
}
