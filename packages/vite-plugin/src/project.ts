import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** The repository that the app is part of, and how its files are named in annotations. */
export interface Project {
  /** Absolute, without symbolic links: the folder that holds `.annotate/`. */
  readonly root: string;
  /** From the project's root with `/` separators; `null` for what lies outside of it or in `node_modules`. */
  readonly pathOf: (file: string) => string | null;
}

export function projectAt(root: string): Project {
  return {
    root,
    pathOf(file) {
      const path = inside(root, file) ?? inside(root, realPath(file));
      return path === null || /(?:^|\/)node_modules\//.test(path) ? null : path;
    },
  };
}

function inside(root: string, file: string): string | null {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null;
  return path.split(sep).join('/');
}

// Vite names index.html by the root as it was given, which may lead through a link.
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // A module without a file has no path, which `inside` then says.
    return file;
  }
}
