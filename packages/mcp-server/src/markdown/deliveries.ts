/** What of a file's comments agents were told by this process. After a restart whatever is open is told once more. */
import type { MarkdownComment } from '@annotate-mcp/markdown';

/** Fields that a person writes; anything else that changes is no reason to come back to an agent. */
interface Told {
  words: string;
  isOpen: boolean;
}

export interface News {
  /** To be acted on, and not told yet in these words. */
  comments: MarkdownComment[];
  /** Told while they were open, and taken back, declined or done by somebody else since. */
  closed: ClosedComment[];
}

export interface ClosedComment {
  id: string;
  /** `removed` when nothing is left of it. */
  status: MarkdownComment['status'] | 'removed';
}

export class Deliveries {
  readonly #told = new Map<string, Told>();

  /** What is over already when the file is opened is nobody's task. */
  constructor(comments: readonly MarkdownComment[]) {
    for (const comment of comments) if (isOver(comment)) this.tell(comment);
  }

  /** Drafts are never part of it. */
  news(comments: readonly MarkdownComment[]): News {
    const there = new Map(comments.map((comment) => [comment.id, comment]));
    const closed = [...this.#told].flatMap(([id, { isOpen }]): ClosedComment[] => {
      const comment = there.get(id);
      if (!isOpen || (comment !== undefined && isOpenComment(comment))) return [];
      return [{ id, status: comment?.status ?? 'removed' }];
    });
    return { comments: comments.filter((comment) => this.#isNew(comment)), closed };
  }

  tell(comment: MarkdownComment): void {
    this.#told.set(comment.id, { words: wordsOf(comment), isOpen: isOpenComment(comment) });
  }

  /** Nothing is left of it. */
  forget(id: string): void {
    this.#told.delete(id);
  }

  #isNew(comment: MarkdownComment): boolean {
    if (comment.status === 'draft') return false;
    const told = this.#told.get(comment.id);
    if (told === undefined) return isOpenComment(comment);
    // That it is over is said in another place.
    if (told.isOpen && !isOpenComment(comment)) return false;
    return told.words !== wordsOf(comment) || (!told.isOpen && isOpenComment(comment));
  }
}

export function isOpenComment({ status }: MarkdownComment): boolean {
  return status === 'pending' || status === 'acknowledged';
}

function isOver(comment: MarkdownComment): boolean {
  return comment.status === 'resolved' || comment.status === 'dismissed';
}

function wordsOf({ annotationText, intent, replies }: MarkdownComment): string {
  const said = replies.filter(({ author }) => author === 'user').map(({ id }) => id);
  return JSON.stringify([annotationText, intent, said]);
}
