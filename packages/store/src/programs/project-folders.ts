/** Which folders a repository can have filled: programs in them are the repository's, not the person's. */
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';

import { isInside } from '../files/is-inside.ts';
import { realPathIfThere } from '../files/real-path.ts';

/**
 * The folders of the project that `root` is in: itself, and those around it that are a repository or a package. A marker
 * can make a folder of a repository the root, and `npx` adds the programs of the whole repository to PATH, of the folder
 * that it was started in. The home folder and the folders around it are not a project: some keep their settings in a repository
 * there.
 */
export function projectFolders(root: string | null, home: string = homedir(), cwd = process.cwd()): string[] {
  const limits = [home, tmpdir()].map(realFolder);
  const isProject = (folder: string) =>
    folder !== parse(folder).root &&
    !limits.some((limit) => isInside(limit, folder)) &&
    signs.some((sign) => existsSync(join(folder, sign)));
  const started = realFolder(cwd);
  const named = root === null ? [] : [realFolder(root)];
  const around = [...named.flatMap(foldersAbove), started, ...foldersAbove(started)].filter(isProject);
  return [...new Set([...named.filter((folder) => folder !== parse(folder).root), ...around])];
}

const signs = ['.git', 'package.json'];

/** Whether a path is in one of these folders, or is led through one of them by a link, wherever it ends. */
export function leadsThrough(path: string, folders: readonly string[]): boolean {
  return stationsOf(path).some((station) => folders.some((folder) => isInside(station, folder)));
}

/** Whether it has the programs of packages that are installed in one of these folders or around it, as `npx` adds them. */
export function isOfPackages(folder: string, folders: readonly string[]): boolean {
  if (basename(folder) !== '.bin' || basename(dirname(folder)) !== 'node_modules') return false;
  const installed = realFolder(dirname(dirname(folder)));
  return folders.some((each) => isInside(realFolder(each), installed));
}

/**
 * Every path on the way to the file that a path leads to: a link in the project may lead out of it again, and then the
 * repository decides to what.
 */
function stationsOf(path: string): string[] {
  const stations = [resolve(path)];
  let way = resolve(path);
  for (let links = 0; links <= mostLinks; links += 1) {
    const link = firstLink(way);
    if (link === null) return [...stations, realFolder(way)];
    stations.push(link.path);
    way = resolve(dirname(link.path), link.target, link.rest);
    stations.push(way);
  }
  // More links than a system follows lead nowhere.
  return stations;
}

/** As many as Linux follows. */
const mostLinks = 40;

function firstLink(path: string): { path: string; target: string; rest: string } | null {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  let walked = root;
  for (const [index, name] of names.entries()) {
    walked = join(walked, name);
    const found = lstatSync(walked, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true)
      return { path: walked, target: readlinkSync(walked), rest: names.slice(index + 1).join(sep) };
  }
  return null;
}

/** What it is called is all that is known of a folder that does not exist or may not be read. */
function realFolder(path: string): string {
  return realPathIfThere(resolve(path));
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}
