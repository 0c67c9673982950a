/** All that the view and the server say to each other. Browser code imports this entry, which has no schemas in it. */
export type { CommentAction } from './comment-actions.ts';
export type { DocumentAction } from './document-actions.ts';
export {
  type AskedQuestion,
  type CommentInput,
  type CommentResult,
  type CommentStore,
  type FileMeta,
  type Followed,
  isOpenComment,
  type Listening,
  type MarkdownComment,
  type Nudge,
  type Opened,
  openTool,
  type PollResult,
  type ReviewMode,
  type SequencedCommand,
  tokenKey,
  type ViewCommand,
  type ViewCredentials,
  viewResources,
  type ViewSnapshot,
  type ViewTarget,
} from './view-messages.ts';
export {
  type GivenVerdict,
  type Verdict,
  type VerdictInput,
  verdictMeanings,
  verdicts,
} from './view-messages.ts';
export type { ViewToolInput, ViewToolName, ViewToolResult } from './view-tools/index.ts';
