/** What is written in a pull request, as one reading of it gives it. */
export interface Conversation {
  /** The account that the token belongs to. */
  viewer: { login: string; isBot: boolean };
  threads: Thread[];
  /** Comments on the pull request as a whole, oldest first. */
  comments: Comment[];
}

/** A conversation on lines of a file. */
export interface Thread {
  id: string;
  isResolved: boolean;
  resolvedBy: string | null;
  /** Oldest first; at least one. */
  comments: Comment[];
}

export interface Comment {
  /** The number that GitHub's REST API knows it by. */
  id: string;
  url: string;
  body: string;
  /** `null` when the account was deleted. */
  author: string | null;
  isBot: boolean;
  /** What GitHub says about the author and the repository. */
  association: string;
  /** Who has edited it last. */
  editor: string | null;
  isViewers: boolean;
  canUpdate: boolean;
  /** Part of a review that was not sent yet: only its author sees it. */
  isUnsent: boolean;
  createdAt: string;
}

/**
 * Who may say by a marker what a comment is: the person of the token, people who can write to the repository, and the
 * account of its own workflows. Any account can comment in a public repository, and copy a marker.
 */
export function mayMark({ isViewers, association, author, isBot }: Comment): boolean {
  return isViewers || writers.has(association) || (isBot && author === 'github-actions');
}

const writers: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);
