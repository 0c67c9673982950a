import type { CommandLine } from './system.ts';

/** The command with all options that were given at the installation: a service cannot ask for them later. */
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
