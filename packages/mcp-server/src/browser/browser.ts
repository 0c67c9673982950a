/** What the tools need of the world outside; who starts the server brings it. */
import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

/** The person's own browser. */
export interface Browser {
  /** Rejects with an `AnnotateError` in words for an agent, whatever goes wrong. */
  run<Type extends CommandType>(type: Type, params: ParamsOf<Type>, call: Call): Promise<ResultOf<Type>>;
}

export interface Call {
  /** Who asks, for the person who watches. */
  readonly agent: string;
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface BrowserParts {
  readonly browser: Browser;
  /** Text of a script, from an address that may be asked for it. */
  readonly fetchScript: (url: string, signal: AbortSignal) => Promise<string>;
  /** Keeps a picture beside the store and returns its file name there. */
  readonly keepPicture: (bytes: Buffer, mimeType: string) => Promise<string>;
}
