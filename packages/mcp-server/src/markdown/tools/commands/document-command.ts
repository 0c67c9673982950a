/** The commands of `interact`: how one is defined. One file per command. */
import type { z } from 'zod';

import type { OpenView } from '../../views/view-registry.ts';
import type { MarkdownContext } from '../markdown-context.ts';

export interface DocumentCommand {
  type: string;
  /** Checks the arguments without `type`, and returns either the call or what is wrong with them. */
  prepare(input: unknown): { run: DocumentCommandRun } | { error: z.ZodError };
}

export type DocumentCommandRun = (context: DocumentCommandContext) => Promise<Record<string, unknown>>;

/** The view that the command is for, its document, and what every tool may use. */
export interface DocumentCommandContext extends OpenView {
  context: MarkdownContext;
}

interface DocumentCommandDefinition<Input extends z.ZodObject> {
  type: string;
  /** Strict, so that a misspelt argument is refused and not ignored. */
  input: () => Input;
  run: (input: z.output<Input>, context: DocumentCommandContext) => Promise<Record<string, unknown>>;
}

/** Ties the type of what `run` gets to the command's own schema. */
export function defineDocumentCommand<Input extends z.ZodObject>({
  type,
  input: createInput,
  run,
}: DocumentCommandDefinition<Input>): DocumentCommand {
  let schema: Input | undefined;
  return {
    type,
    prepare: (input) => {
      schema ??= createInput();
      const parsed = schema.safeParse(input);
      return parsed.success ? { run: (context) => run(parsed.data, context) } : { error: parsed.error };
    },
  };
}
