import type { Reply } from '@annotate-mcp/core';

import { Picture } from './attached.tsx';
import { AuthorLine, authorName } from './author-line.tsx';
import { Markdown } from './markdown.tsx';

export interface RepliesProps {
  replies: readonly Reply[];
  /** The address of a reply's screenshot; without it screenshots are not shown. */
  pictureAt?: (name: string) => string;
  /** The name of the person who wrote, or who wrote one reply; "You" unless given. */
  person?: string | ((reply: Reply) => string);
}

export function Replies({ replies, pictureAt, person }: RepliesProps) {
  if (replies.length === 0) return null;
  return (
    <ol class="nga-replies" aria-label="Replies" data-nga="replies">
      {replies.map((reply) => (
        <li key={reply.id} class={`nga-reply nga-reply--${reply.author}`} data-nga={`reply-${reply.author}`}>
          <AuthorLine
            name={authorName(reply, typeof person === 'function' ? person(reply) : person)}
            at={reply.createdAt}
          />
          <Markdown text={reply.message} />
          {reply.screenshot !== undefined && pictureAt && <Picture address={pictureAt(reply.screenshot)} />}
        </li>
      ))}
    </ol>
  );
}
