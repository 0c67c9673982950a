/** Describes an error of the file system without its code and without the name of a temporary file. */
export function describeFileError(cause: unknown, missing: string): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return missing;
  return words[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

/** The same for a program that the system did not start. */
export function describeStartError(program: string, cause: Error): string {
  return describeFileError(
    cause,
    `there is no program ${JSON.stringify(program)} in the PATH of this terminal`,
  );
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'you do not have permission',
  EPERM: 'you do not have permission',
  // The error when a folder cannot be created.
  EEXIST: 'a folder in its path is a file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a folder in its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};
