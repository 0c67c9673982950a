import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, extname, isAbsolute, join } from 'node:path';

import { isInside } from '@annotate-mcp/store/files';

export interface ProgramFinder {
  /** The absolute path of a program; `null` when it is not installed. */
  find(name: string): string | null;
}

interface Environment {
  readonly PATH?: string | undefined;
  readonly PATHEXT?: string | undefined;
}

/**
 * Finds programs of the person by PATH. Folders inside of the project are left out: `npx` and `npm run` add the project's
 * `node_modules/.bin`, and a cloned repository could bring a program there that has the name of an agent.
 */
export function programFinder(
  root: string,
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): ProgramFinder {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isOfThePerson(folder, root));
  const endings =
    platform === 'win32'
      ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';').map((end) => end.toLowerCase())
      : [''];
  return {
    find: (name) => {
      const names = extname(name) !== '' ? [name] : endings.map((ending) => `${name}${ending}`);
      const files = folders.flatMap((folder) => names.map((file) => join(folder, file)));
      return files.find((file) => isProgram(file) && isOfThePerson(file, root)) ?? null;
    },
  };
}

/** Links are followed: a link into the project leads to a file that the repository chooses. */
function isOfThePerson(path: string, root: string): boolean {
  if (!isAbsolute(path)) return false;
  try {
    return !isInside(realpathSync(path), realpathSync(root));
  } catch {
    // A folder that does not exist has no programs.
    return false;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // there is no such file, or this user may not run it
  }
}
