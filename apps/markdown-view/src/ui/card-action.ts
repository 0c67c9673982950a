import type { MarkdownComment } from '@annotate-mcp/markdown';
import type { ThreadAction } from '@annotate-mcp/overlay/ui';

import type { ViewProps } from './view-props.ts';

export interface CardActionContext extends Pick<ViewProps, 'state' | 'dispatch' | 'commands'> {
  readonly comment: MarkdownComment;
}

/** One thing that can be done with a comment: its button, when it is shown, its key, and what it sends. */
export interface CardAction extends ThreadAction<CardActionContext> {
  /** `quiet` actions are needed less often and have a row of their own. */
  readonly row: 'main' | 'quiet';
  /** The letter that runs it on the comment that is open. */
  readonly shortcut?: { readonly letter: string; readonly description: string };
  /** Running it opens a field, which gets the focus when a key ran the action. */
  readonly opensField?: boolean;
}
