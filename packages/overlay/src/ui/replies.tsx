import { type OutsideReply, type Reply, withNewNames } from '@annotate-mcp/core';

import { Picture } from './attached.tsx';
import { AuthorLine } from './author-line.tsx';
import { outsideAuthor, type ShownAuthor } from './authors.ts';
import { Button } from './button.tsx';
import type { FieldProps } from './field.tsx';
import { Markdown } from './markdown.tsx';
import { MentionField, type MentionFieldProps } from './mention-field.tsx';

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

interface OutsideRepliesProps {
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

interface ReplyFieldProps extends Pick<FieldProps, 'value' | 'onText' | 'onSubmit'> {
  /** The thread is resolved or dismissed: a reply opens it again. */
  closed: boolean;
  mentionable?: MentionFieldProps['mentionable'];
}

/** The field that a reply to a thread is written in. */
export function ReplyField({ closed, mentionable = [], ...rest }: ReplyFieldProps) {
  const label = closed ? 'What is still wrong?' : 'Reply';
  return (
    <MentionField
      class="nga-thread-input"
      label={label}
      placeholder={closed ? label : 'Reply…'}
      rows={1}
      mentionable={mentionable}
      {...rest}
    />
  );
}
