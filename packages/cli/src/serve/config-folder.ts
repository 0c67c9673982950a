import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const thisMachine: Machine = { platform: process.platform, env: process.env, home: homedir() };

/** Where programs of this user keep what is theirs on this machine. */
export function configFolder({ platform, env, home }: Machine = thisMachine): string {
  if (platform === 'win32')
    return join(filled(env.APPDATA) ?? join(home, 'AppData', 'Roaming'), 'annotate-mcp');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'annotate-mcp');
  return join(filled(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'annotate-mcp');
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
