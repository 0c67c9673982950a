import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { FramePermit } from '../driver/deadline.ts';
import type { Tabs } from '../driver/tabs.ts';

export interface CommandContext {
  readonly tabs: Tabs;
  /** Aborts when the server no longer waits for the reply. */
  readonly signal: AbortSignal;
  /** What the person allowed this command. `runCommand` sets it. */
  readonly permit?: CommandPermit;
}

export interface CommandPermit extends FramePermit {
  /** Must be called when the command has acted: the tab may show another site from then on. */
  leave(): void;
  /** For a page of the tab's history to which a command goes; asks the person if that is needed. */
  admitHistoryPage(url: string): Promise<void>;
  /** Whether the agent may see a page of this URL, so that a log of the tab may mention it. */
  mayRead(url: string): boolean;
}

/** Runs one command; its types are those of the command's schema in `packages/browser-protocol`. */
export type Handler<Type extends CommandType> = (
  params: ParamsOf<Type>,
  context: CommandContext,
) => Promise<ResultOf<Type>>;

/** The compiler reports each command that has no handler. */
export type Handlers = { readonly [Type in CommandType]: Handler<Type> };
