import { readFileSync } from 'node:fs';

import { isSystemError } from './error-code.ts';

/** The text of a file, or `''` when there is none that this process may read. */
export function readTextIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isSystemError(error)) return '';
    throw error;
  }
}
