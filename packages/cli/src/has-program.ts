/** Whether a person's terminal would find a program. Nothing is started. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function hasProgram(name: string, path = process.env.PATH ?? ''): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .some((folder) => endings.some((ending) => isProgram(join(folder, name + ending))));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // It is not there, or may not be run.
    return false;
  }
}
