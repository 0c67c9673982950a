import { type Reply, withNewNames } from '@annotate-mcp/core';

import { Picture } from './attached.tsx';
import { AuthorLine } from './author-line.tsx';
import type { ShownAuthor } from './authors.ts';
import { Markdown } from './markdown.tsx';

export interface RepliesProps {
  replies: readonly Reply[];
  /** The address of a reply's screenshot; without it screenshots are not shown. */
  pictureAt?: (name: string) => string;
  authorOf: (reply: Reply) => ShownAuthor;
  /** What a person is called now, by id. */
  nameOf?: (id: string) => string | undefined;
}

export function Replies({ replies, pictureAt, authorOf, nameOf = () => undefined }: RepliesProps) {
  if (replies.length === 0) return null;
  return (
    <ol class="nga-replies" aria-label="Replies" data-nga="replies">
      {replies.map((reply) => (
        <li key={reply.id} class={`nga-reply nga-reply--${reply.author}`} data-nga={`reply-${reply.author}`}>
          <AuthorLine author={authorOf(reply)} at={reply.createdAt} />
          <Markdown text={withNewNames(reply.message, reply.mentions ?? [], nameOf)} />
          {reply.screenshot !== undefined && pictureAt && <Picture address={pictureAt(reply.screenshot)} />}
        </li>
      ))}
    </ol>
  );
}
