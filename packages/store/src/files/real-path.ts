import { realpathSync } from 'node:fs';

/**
 * The one spelling of a path: without links, and in the letters of the disk where the file system ignores case. Everything
 * by which a file or a project is known again goes through this. Throws when there is no such file.
 */
export function realPath(path: string): string {
  const real = nativePath(path);
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

/** As the system has it: a mapped drive of Windows is a share. Throws when there is no such file. */
export function nativePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    // Windows may not tell it for a path of 260 characters or more. Node then follows the links itself.
    if (path.length < 240) throw error;
    return realpathSync(path);
  }
}

function isShare(path: string): boolean {
  return path.startsWith('\\\\');
}
