import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { Tabs } from '../driver/tabs.ts';

export interface CommandContext {
  readonly tabs: Tabs;
  /** Aborts when the server no longer waits for the reply. */
  readonly signal: AbortSignal;
}

/** Runs one command; its types are those of the command's schema in `packages/browser-protocol`. */
export type Handler<Type extends CommandType> = (
  params: ParamsOf<Type>,
  context: CommandContext,
) => Promise<ResultOf<Type>>;

/** The compiler reports each command that has no handler. */
export type Handlers = { readonly [Type in CommandType]: Handler<Type> };
