import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { Tabs } from '../driver/tabs.ts';

export interface CommandContext {
  readonly tabs: Tabs;
  /** Nobody waits for the reply any more. */
  readonly signal: AbortSignal;
}

export type Handler<Type extends CommandType> = (
  params: ParamsOf<Type>,
  context: CommandContext,
) => Promise<ResultOf<Type>>;

export type Handlers = { readonly [Type in CommandType]: Handler<Type> };
