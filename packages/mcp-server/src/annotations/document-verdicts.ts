import type { Subscription } from '@annotate-mcp/store';

/** What the person has decided about whole documents. Markdown review has it, and resources tell it beside the comments. */
export interface DocumentVerdicts {
  /** A sentence for each document that is open in this server and has a verdict; with a path, for that one only. */
  describe(path?: string): string[];
  /** Calls back with the path of a document when its verdict has changed, or is out of date. */
  subscribe(onChange: (path: string) => void): Subscription;
}

/** For a server without Markdown review. */
export const noVerdicts: DocumentVerdicts = {
  describe: () => [],
  subscribe: () => ({ close: () => undefined }),
};
