import { isAbsolute } from 'node:path';

import type { Preset } from './preset.ts';

/**
 * The agent of this workspace's demos, which needs no account. `file` is its program; the demos name it in the environment,
 * so that installed packages do not offer it.
 */
export function scripted(file: string): Preset {
  return {
    id: 'scripted',
    name: 'Scripted agent',
    install: 'It is part of the repository of annotate-mcp.',
    find: () =>
      isAbsolute(file)
        ? {
            name: 'Scripted agent',
            program: process.execPath,
            // Slow enough that a person can watch.
            args: [file, '--pace', '800'],
            signIn: 'It needs no account.',
          }
        : null,
  };
}
