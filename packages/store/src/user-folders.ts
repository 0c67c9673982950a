/** Folders of the user who runs the program, by the conventions of each system. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const thisMachine: Machine = { platform: process.platform, env: process.env, home: homedir() };

/** The folder for this user's settings and keys; `ANNOTATE_CONFIG_FOLDER` names another one, for example in tests. */
export function configFolder({ platform, env, home }: Machine = thisMachine): string {
  const named = filled(env.ANNOTATE_CONFIG_FOLDER);
  if (named !== undefined) return named;
  if (platform === 'win32')
    return join(filled(env.APPDATA) ?? join(home, 'AppData', 'Roaming'), 'annotate-mcp');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'annotate-mcp');
  return join(filled(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'annotate-mcp');
}

/**
 * The folder for the key that proves who wrote a record, and for the person's decisions about repositories. It does not
 * depend on `XDG_CONFIG_HOME`: agents start the MCP server with a few variables only, and it must find the same key as
 * the dev server, which the person starts in a shell.
 */
export function provenanceFolder({ platform, env, home }: Machine = thisMachine): string {
  return configFolder({ platform, home, env: { ...env, XDG_CONFIG_HOME: undefined } });
}

/** The folder for files that can be created again at any time. */
export function cacheFolder({ platform, env, home }: Machine = thisMachine): string {
  if (platform === 'win32')
    return join(filled(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'annotate-mcp', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'annotate-mcp');
  return join(filled(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'annotate-mcp');
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
