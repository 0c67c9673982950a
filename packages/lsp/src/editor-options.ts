import { z } from 'zod';

import { clientCommands, type EditorOptions } from './protocol.ts';

/** An editor may send settings of its own along, and older or newer ones than this server knows. */
const schema = z.object({
  diagnostics: z.boolean().optional().catch(undefined),
  resolved: z.boolean().optional().catch(undefined),
  threads: z.boolean().optional().catch(undefined),
  clientCommands: z
    .array(z.string())
    .optional()
    .catch(undefined)
    .transform((names) => clientCommands.filter((name) => names?.includes(name) === true)),
});

export type ReadOptions = Required<EditorOptions>;

/** What is missing or cannot be read is as it was before. */
export function readOptions(value: unknown, before: ReadOptions = defaults): ReadOptions {
  const { success, data } = schema.safeParse(value ?? {});
  if (!success) return before;
  return {
    diagnostics: data.diagnostics ?? before.diagnostics,
    resolved: data.resolved ?? before.resolved,
    threads: data.threads ?? before.threads,
    clientCommands: data.clientCommands.length > 0 ? data.clientCommands : before.clientCommands,
  };
}

const defaults: ReadOptions = { diagnostics: true, resolved: true, threads: false, clientCommands: [] };
