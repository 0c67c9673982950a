/** What the browser tools need from the program that starts the server. */
import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { ToolContext } from '../tool.ts';

/** The person's own browser. */
export interface Browser {
  /** Rejects only with an `AnnotateError`, whose message is written for an agent. */
  run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    call: CommandCall,
  ): Promise<ResultOf<Type>>;
}

export interface CommandCall {
  /** Name of the agent that sends the command; the extension shows it to the person. */
  readonly agent: string;
  /** Aborts when the caller no longer waits for the result. */
  readonly signal: AbortSignal;
}

export interface BrowserDeps {
  readonly browser: Browser;
  /** Fetches the text of a script, from allowed addresses only. */
  readonly fetchScript: (url: string, signal: AbortSignal) => Promise<string>;
  /** Saves a picture beside the store and returns its file name there. */
  readonly keepPicture: (bytes: Buffer, mimeType: string) => Promise<string>;
}

/** What a browser tool may use. */
export interface BrowserContext extends ToolContext, Omit<BrowserDeps, 'browser'> {
  /** Sends one command to the extension. Rejects only with an `AnnotateError`. */
  readonly ask: <Type extends CommandType>(type: Type, params: ParamsOf<Type>) => Promise<ResultOf<Type>>;
}
