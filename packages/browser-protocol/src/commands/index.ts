import type { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';

import { actingCommands } from './acting.ts';
import { browserDataCommands } from './browser-data.ts';
import { emulationCommands } from './emulate.ts';
import { logCommands } from './logs.ts';
import { readingCommands } from './reading.ts';
import { scriptCommands } from './scripts.ts';
import { tabCommands } from './tabs.ts';

/**
 * What the server may ask of the extension, by the `type` of the message. Each command is one round trip: the extension
 * does the waiting. Its implementation is in the file of the same subject in `apps/extension/src/commands`.
 */
const definitions = {
  ...tabCommands,
  ...readingCommands,
  ...actingCommands,
  ...scriptCommands,
  ...logCommands,
  ...emulationCommands,
  ...browserDataCommands,
} satisfies Record<string, CommandDefinition>;

type Definitions = typeof definitions;
type Params = { [Type in keyof Definitions]: z.output<Definitions[Type]['params']> };
type Results = { [Type in keyof Definitions]: z.output<Definitions[Type]['result']> };

export type CommandType = keyof Definitions;
export type ParamsOf<Type extends CommandType> = Params[Type];
export type ResultOf<Type extends CommandType> = Results[Type];

/** A mapped type, so that the compiler knows the params of `commands[type]` also for a type parameter. */
type Commands = {
  readonly [Type in CommandType]: {
    readonly needs: CommandDefinition['needs'];
    readonly repeatable: boolean;
    readonly words: CommandDefinition['words'];
    readonly params: z.ZodType<Params[Type]>;
    readonly result: z.ZodType<Results[Type]>;
  };
};

export const commands: Commands = definitions;
