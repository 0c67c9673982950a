import { realpathSync } from 'node:fs';

/** The path with all links followed. One that does not exist, or cannot be read, is returned as it was given. */
export function realPathIfThere(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
