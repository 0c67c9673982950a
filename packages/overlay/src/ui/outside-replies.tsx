import type { OutsideReply } from '@annotate-mcp/core';

import { AuthorLine } from './author-line.tsx';
import { outsideAuthor } from './authors.ts';
import { Button } from './button.tsx';

export interface OutsideRepliesProps {
  replies: readonly OutsideReply[];
  /** Absent where this person may not decide it. */
  onAdopt?: (() => void) | undefined;
  tabIndex?: number;
}

/**
 * Replies of others that no agent gets before the person has adopted them. They are shown as plain text: a link or a
 * picture in them could be made to deceive the person who decides.
 */
export function OutsideReplies({ replies, onAdopt, tabIndex = 0 }: OutsideRepliesProps) {
  if (replies.length === 0) return null;
  const them = replies.length === 1 ? 'it' : 'them';
  return (
    <div class="nga-box" data-nga="outside-replies">
      <p>
        <b>{replies.length === 1 ? '1 reply from GitHub.' : `${replies.length} replies from GitHub.`}</b> No
        agent sees {them} until you trust {them}.
      </p>
      <ol class="nga-replies" aria-label="Replies from GitHub">
        {replies.map((reply) => (
          <li key={reply.id} class="nga-reply nga-reply--user" data-nga="outside-reply">
            <AuthorLine author={outsideAuthor(reply)} at={reply.createdAt} />
            <p class="nga-text" dir="auto">
              {reply.message}
            </p>
          </li>
        ))}
      </ol>
      {onAdopt && (
        <div class="nga-actions">
          <Button data-nga="adopt-replies" onClick={onAdopt} tabIndex={tabIndex}>
            {replies.length === 1 ? 'Trust this reply' : 'Trust these replies'}
          </Button>
        </div>
      )}
    </div>
  );
}
