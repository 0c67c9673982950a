/** Which comments of a document this process has delivered to agents. After a restart all open comments are delivered again. */
import { isClosed, isLeftToPerson, waitsForPerson } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown/view-protocol';

interface Delivery {
  /** What the person wrote, as JSON; a change of other fields is not delivered again. */
  content: string;
  isOpen: boolean;
}

export interface Undelivered {
  /** To be acted on, and not delivered yet with this content. */
  comments: MarkdownComment[];
  /** Delivered while they were open, and since then withdrawn, declined, or resolved by another agent or the person. */
  closed: ClosedComment[];
}

export interface ClosedComment {
  id: string;
  /** `removed` when the comment does not exist any more. */
  status: MarkdownComment['status'] | 'removed';
}

export class DeliveryLog {
  readonly #deliveries = new Map<string, Delivery>();

  /** Comments that are closed when the file is opened count as delivered. */
  constructor(comments: readonly MarkdownComment[]) {
    for (const comment of comments) if (isClosed(comment)) this.add(comment);
  }

  /** Drafts are never part of it. */
  undelivered(comments: readonly MarkdownComment[]): Undelivered {
    const current = new Map(comments.map((comment) => [comment.id, comment]));
    const closed = [...this.#deliveries].flatMap(([id, { isOpen }]): ClosedComment[] => {
      const comment = current.get(id);
      if (!isOpen || (comment !== undefined && isOpenComment(comment))) return [];
      return [{ id, status: comment?.status ?? 'removed' }];
    });
    return { comments: comments.filter((comment) => this.#isUndelivered(comment)), closed };
  }

  /** Whether an agent was given some that nothing has been done with yet. What an agent holds is safe by its claim. */
  isAtWork(comments: readonly MarkdownComment[]): boolean {
    return comments.some(
      (comment) =>
        comment.status === 'pending' && !waitsForPerson(comment) && this.#deliveries.has(comment.id),
    );
  }

  add(comment: MarkdownComment): void {
    this.#deliveries.set(comment.id, { content: contentOf(comment), isOpen: isOpenComment(comment) });
  }

  remove(id: string): void {
    this.#deliveries.delete(id);
  }

  #isUndelivered(comment: MarkdownComment): boolean {
    if (comment.status === 'draft' || isLeftToPerson(comment)) return false;
    const delivery = this.#deliveries.get(comment.id);
    if (delivery === undefined) return isOpenComment(comment);
    // That it was closed is reported in `closed`.
    if (delivery.isOpen && !isOpenComment(comment)) return false;
    return delivery.content !== contentOf(comment) || (!delivery.isOpen && isOpenComment(comment));
  }
}

function contentOf({ annotationText, intent, replies }: MarkdownComment): string {
  const ownReplies = replies.filter(({ author }) => author === 'user').map(({ id }) => id);
  return JSON.stringify([annotationText, intent, ownReplies]);
}
