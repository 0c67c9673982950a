/** What `interact` can be told to do: how a command is stated. */
import type { z } from 'zod';

import type { MarkdownContext } from '../../context.ts';
import type { Seat } from '../../review.ts';

export interface Command {
  type: string;
  /** Beside its type; strict, so that a misspelt argument is not taken for none. */
  input: z.ZodObject;
  run(input: unknown, visit: CommandVisit): Promise<Record<string, unknown>>;
}

export interface CommandVisit extends Seat {
  context: MarkdownContext;
}

interface TypedCommand<Input extends z.ZodObject> extends Omit<Command, 'input' | 'run'> {
  input: Input;
  run(input: z.output<Input>, visit: CommandVisit): Promise<Record<string, unknown>>;
}

/** Ties the type of what `run` gets to the command's own schema. */
export function defineCommand<Input extends z.ZodObject>(command: TypedCommand<Input>): Command {
  return { ...command, run: (input, visit) => command.run(command.input.parse(input), visit) };
}
