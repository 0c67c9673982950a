/** Between the addresses that an editor uses and the paths of this machine. */

import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { isInside, realPathIfThere } from '@annotate-mcp/store/files';

interface Folder {
  /** As the editor spells it: it may go through symbolic links. */
  path: string;
  real: string;
}

/** `null` for what is not a file: a new text without a name, an old version from git. */
export function pathOf(uri: string, windows = process.platform === 'win32'): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    return fileURLToPath(uri, { windows });
  } catch {
    // An address of another machine, or one that no file can have.
    return null;
  }
}

/** The folders that the editor has open. */
export class ClientPaths {
  #folders: Folder[] = [];

  setFolders(uris: readonly string[]): void {
    this.#folders = uris
      .flatMap((uri) => pathOf(uri) ?? [])
      .map((path) => ({ path, real: realPathIfThere(path) }))
      // The innermost first, for a folder that is open beside one that contains it.
      .sort((a, b) => b.real.length - a.real.length);
  }

  get folders(): readonly string[] {
    return this.#folders.map(({ real }) => real);
  }

  contains(real: string): boolean {
    return this.#folders.some((folder) => isInside(real, folder.real));
  }

  /** Of a file that is not open, spelled as the editor spells the folder that it is in. */
  uriOf(real: string): string {
    const folder = this.#folders.find((each) => isInside(real, each.real));
    const path = folder === undefined ? real : join(folder.path, relative(folder.real, real));
    return pathToFileURL(path).href;
  }
}
