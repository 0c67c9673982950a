/** Everything a person can do in the view that changes more than the screen. No command throws: failures are shown. */
import { type ChangeCommands, createChangeCommands } from './change-commands.ts';
import type { CommandDeps } from './command-deps.ts';
import { type CommentCommands, createCommentCommands } from './comment-commands.ts';
import { createDocumentCommands, type DocumentCommands } from './document-commands.ts';
import { createSendingCommands, type SendingCommands } from './sending-commands.ts';
import { createVerdictCommands, type VerdictCommands } from './verdict-commands.ts';
import { createWritingCommands, type WritingCommands } from './writing-commands.ts';

export interface UserCommands
  extends
    WritingCommands,
    SendingCommands,
    VerdictCommands,
    CommentCommands,
    DocumentCommands,
    ChangeCommands {}

export function createUserCommands(deps: CommandDeps): UserCommands {
  return {
    ...createWritingCommands(deps),
    ...createSendingCommands(deps),
    ...createVerdictCommands(deps),
    ...createCommentCommands(deps),
    ...createDocumentCommands(deps),
    ...createChangeCommands(deps),
  };
}
