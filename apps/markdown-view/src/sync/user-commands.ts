/** Everything a person can do in the view that changes more than the screen. No command throws: failures are shown. */
import { type CommentCommands, createCommentCommands } from './comment-commands.ts';
import { createDocumentCommands, type DocumentCommands } from './document-commands.ts';
import { createSendingCommands, type SendingCommands } from './sending-commands.ts';
import type { SyncDeps } from './sync-deps.ts';
import { createWritingCommands, type WritingCommands } from './writing-commands.ts';

export interface UserCommands extends WritingCommands, SendingCommands, CommentCommands, DocumentCommands {}

export function createUserCommands(deps: SyncDeps): UserCommands {
  return {
    ...createWritingCommands(deps),
    ...createSendingCommands(deps),
    ...createCommentCommands(deps),
    ...createDocumentCommands(deps),
  };
}
