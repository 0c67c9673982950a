/** Folders of the user who runs the program, by the conventions of each system. */
import { homedir, userInfo } from 'node:os';
import { join, posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  get home() {
    return findHome();
  },
};

/** The folder for this user's settings and keys; `ANNOTATE_CONFIG_FOLDER` names another one, for example in tests. */
export function configFolder({ platform, env, home }: Machine = thisMachine): string {
  const absolute = absoluteOn(platform);
  const named = absolute(env.ANNOTATE_CONFIG_FOLDER);
  if (named !== undefined) return named;
  if (platform === 'win32')
    return join(absolute(env.APPDATA) ?? join(home, 'AppData', 'Roaming'), 'annotate-mcp');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'annotate-mcp');
  return join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'annotate-mcp');
}

/**
 * The folder for the key that proves who wrote a record, and for the person's decisions about repositories. It does not
 * depend on `XDG_CONFIG_HOME`: agents start the MCP server with a few variables only, and it must find the same key as
 * the dev server, which the person starts in a shell.
 */
export function provenanceFolder({ platform, env, home }: Machine = thisMachine): string {
  return configFolder({ platform, home, env: { ...env, XDG_CONFIG_HOME: undefined } });
}

/** Where agents find the bridge that runs for this user; `bridge-file.ts` of `packages/browser-protocol` has its schema. */
export function bridgeFile(machine: Machine = thisMachine): string {
  return join(provenanceFolder(machine), 'bridge.json');
}

/** Where `annotate-mcp extension` unpacks the Chrome extension. A copy of the bridge file is in it. */
export function extensionFolder(machine: Machine = thisMachine): string {
  return join(provenanceFolder(machine), 'extension');
}

/** The folder for files that can be created again at any time. */
export function cacheFolder({ platform, env, home }: Machine = thisMachine): string {
  const absolute = absoluteOn(platform);
  if (platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'annotate-mcp', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'annotate-mcp');
  return join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'annotate-mcp');
}

/**
 * A relative path would lead into the folder that the program was started in, which is a project: a repository could
 * then bring the user's key with it. Such values are ignored, as the XDG convention says.
 */
function absoluteOn(platform: NodeJS.Platform): (path: string | undefined) => string | undefined {
  const paths = platform === 'win32' ? win32 : posix;
  return (path) => (path !== undefined && paths.isAbsolute(path) ? path : undefined);
}

/** Also where HOME is missing, empty or relative, and where the system does not know the user, as in some containers. */
function findHome(): string {
  const absolute = absoluteOn(process.platform);
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = absolute(find());
      if (home !== undefined) return home;
    } catch {
      // The system does not know this user.
    }
  }
  // What cannot be kept there is kept elsewhere or not at all, by its user.
  return process.platform === 'win32' ? 'C:\\nonexistent' : '/nonexistent';
}
