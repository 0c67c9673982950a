import { accessSync, constants, statSync } from 'node:fs';
import { extname, posix, win32 } from 'node:path';

import { isOfPackages, leadsThrough, projectFolders } from './project-folders.ts';
import { mayUseProgramsOf } from './project-programs.ts';

export interface ProgramFinder {
  /** The absolute path of a program of the person; `null` when it is not installed outside the project. */
  find(name: string): string | null;
  /** Where the project has it, for a message that says why it is not used; `null` when it has none. */
  findInProject(name: string): string | null;
  /** PATH for what is started: scripts look their interpreter up there, and programs look up other programs. */
  readonly path: string;
  /** The same, and behind it the folders of the project, for an agent that uses the project's tools. */
  readonly pathWithProject: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds programs of the person by PATH. Folders inside the project and relative ones are left out: `npx` and `npm run`
 * add the project's `node_modules/.bin`, and a cloned repository could bring a program there that is called `git`. The
 * person can allow the programs of a project, in their own folder. Without a root, what counts is the project around the
 * folder that this process runs in, if there is one.
 */
export function programFinder(
  root: string | null,
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): ProgramFinder {
  const paths = platform === 'win32' ? win32 : posix;
  const all = pathOf(env, platform)
    .split(paths.delimiter)
    .map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
    .filter((folder) => isWhole(folder, platform));
  const isAllowed = root !== null && mayUseProgramsOf(root);
  const project = isAllowed ? [] : projectFolders(root, env.HOME);
  const begun = [process.cwd(), ...(root === null ? [] : [root])];
  const isOfProject = (path: string) => leadsThrough(path, project);
  const isFolderOfProject = (folder: string) =>
    !isAllowed && (isOfProject(folder) || isOfPackages(folder, begun));
  const [own, others] = [
    all.filter((folder) => !isFolderOfProject(folder)),
    all.filter((folder) => isFolderOfProject(folder)),
  ];
  const filesCalled = (name: string, folders: readonly string[]) =>
    folders
      .flatMap((folder) => namesOf(name, env, platform).map((file) => paths.join(folder, file)))
      .filter(isProgram);
  return {
    find: (name) => filesCalled(name, own).find((file) => !isOfProject(file)) ?? null,
    findInProject: (name) =>
      filesCalled(name, others)[0] ?? filesCalled(name, own).find((file) => isOfProject(file)) ?? null,
    path: own.join(paths.delimiter),
    pathWithProject: [...own, ...others].join(paths.delimiter),
  };
}

/** The program that a word of the person means, as a terminal finds it; `null` when there is none. */
export function findTyped(
  name: string,
  folder: string,
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const paths = platform === 'win32' ? win32 : posix;
  const isPath = name.includes('/') || (platform === 'win32' && name.includes('\\'));
  const folders = isPath
    ? [folder]
    : pathOf(env, platform)
        .split(paths.delimiter)
        .map((each) => paths.resolve(folder, each.replaceAll('"', '')));
  const files = folders.flatMap((each) =>
    namesOf(name, env, platform).map((file) => paths.resolve(each, file)),
  );
  return files.find(isProgram) ?? null;
}

/** On Windows the variable is called `Path`, and an object with a copy of the environment has one of the spellings. */
function pathOf(env: Environment, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return env.PATH ?? '';
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
}

/** On Windows a path that begins with a backslash depends on the drive of the folder that the program runs in. */
function isWhole(folder: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|\\\\)/i.test(folder) : posix.isAbsolute(folder);
}

function namesOf(name: string, env: Environment, platform: NodeJS.Platform): string[] {
  if (platform !== 'win32') return [name];
  const wanted = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';');
  // Others need a program of their own to run them.
  const endings = wanted.filter((ending) => startable.has(ending));
  return startable.has(extname(name).toLowerCase()) ? [name] : endings.map((ending) => `${name}${ending}`);
}

const startable = new Set(['.com', '.exe', '.bat', '.cmd']);

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // there is no such file, or this user may not run it
  }
}
