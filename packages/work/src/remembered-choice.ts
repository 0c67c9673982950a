/** Which agent a person chose for a project. It is kept with the person's settings, so that no repository can choose. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { hasErrorCode, replacePrivateFile } from '@annotate-mcp/store/files';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';

/** The id of a preset, or a command of the person's own. */
export type Choice = { agent: string } | { command: string[] };

const choiceFile = z.object({
  version: z.literal(1),
  root: z.string(),
  choice: z.union([z.object({ agent: z.string() }), z.object({ command: z.array(z.string()).min(1) })]),
});

/** `null` when there is none, and when the file cannot be understood: the person is asked then. */
export function rememberedChoice(root: string, folder = provenanceFolder()): Choice | null {
  try {
    const found = choiceFile.safeParse(JSON.parse(readFileSync(fileOf(root, folder), 'utf8')));
    return found.success && found.data.root === root ? found.data.choice : null;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function rememberChoice(root: string, choice: Choice, folder = provenanceFolder()): void {
  replacePrivateFile(fileOf(root, folder), `${JSON.stringify({ version: 1, root, choice }, null, 2)}\n`);
}

function fileOf(root: string, folder: string): string {
  return join(folder, 'work', `${projectKey(root)}.json`);
}

/** A file name for what is kept for one project. */
export function projectKey(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 32);
}
