import { realpathSync } from 'node:fs';

/**
 * The one spelling of a path: without links, and in the letters of the disk where the file system ignores case. Everything
 * by which a file or a project is known again goes through this. Throws when there is no such file.
 */
export function realPath(path: string): string {
  const real = realpathSync.native(path);
  // The system knows a mapped drive of Windows as a share; compilers, git and people go on naming the drive.
  return isShare(real) && !isShare(path) ? realpathSync(path) : real;
}

/** One that does not exist, or cannot be read, is returned as it was given. */
export function realPathIfThere(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}

function isShare(path: string): boolean {
  return path.startsWith('\\\\');
}
