/** Which agent a person chose for a project. */
import { z } from 'zod';

import { ProjectFile } from './project-file.ts';

/** The id of a preset, or a command of the person's own. */
export type Choice = { agent: string } | { command: string[] };

const format = z.object({
  version: z.literal(1),
  root: z.string(),
  choice: z.union([z.object({ agent: z.string() }), z.object({ command: z.array(z.string()).min(1) })]),
});

/** `null` when there is none, and when the file cannot be understood: the person is asked then. */
export function rememberedChoice(root: string, folder?: string): Choice | null {
  return fileOf(root, folder).read()?.choice ?? null;
}

export function rememberChoice(root: string, choice: Choice, folder?: string): void {
  fileOf(root, folder).write({ version: 1, root, choice });
}

function fileOf(root: string, folder: string | undefined) {
  return new ProjectFile({ ending: '.json', format, root, folder });
}
