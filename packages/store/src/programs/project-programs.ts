/** For which projects the person allows programs that are inside them. Kept with the person's settings, so that no repository can say so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { hasErrorCode } from '../files/error-code.ts';
import { realPath } from '../files/real-path.ts';
import { provenanceFolder } from '../user-folders.ts';

const settings = z.object({ programsOf: z.array(z.string()) });

/** Whether the person has written the project's folder into `programs.json` in their own folder. */
export function mayUseProgramsOf(root: string, folder: string = provenanceFolder()): boolean {
  const allowed = readAllowed(join(folder, 'programs.json'));
  if (allowed.length === 0) return false;
  try {
    return allowed.includes(root) || allowed.includes(realPath(root));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** What to do where a program is found inside the project only. */
export function howToAllow(root: string): string {
  return `If you trust the programs of this project, write {"programsOf":[${JSON.stringify(root)}]} into ${join(provenanceFolder(), 'programs.json')}.`;
}

/** A file that cannot be understood allows nothing. */
function readAllowed(file: string): readonly string[] {
  try {
    const found = settings.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return found.success ? found.data.programsOf : [];
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EACCES') || error instanceof SyntaxError) return [];
    throw error;
  }
}
