/** A pull request with its conversation, and GitHub's rules about it. */
import type { components } from '@octokit/openapi-types';

import { shownLines } from '../plan/diff-lines.ts';

export interface FakeUser {
  login: string;
  type: 'User' | 'Bot';
  association: components['schemas']['author-association'];
  /** May resolve threads and edit the comments of others. */
  canModerate: boolean;
}

export interface FakeComment {
  id: number;
  author: FakeUser;
  body: string;
  editor: FakeUser | null;
  createdAt: string;
  isUnsent: boolean;
}

export interface FakeThread {
  id: string;
  path: string;
  line: number;
  startLine: number | null;
  side: string;
  /** The lines were changed since. */
  isOutdated: boolean;
  resolvedBy: FakeUser | null;
  comments: FakeComment[];
}

/** What GitHub documents about the comments of a review. */
export type ReviewComment = Pick<
  components['schemas']['pull-request-review-comment'],
  'path' | 'body' | 'line' | 'side' | 'start_line' | 'start_side'
>;

const mostCharacters = 65_536;

export class FakePullRequest {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  headOwner: string;
  headRef: string;
  headCommit: string;
  files: Pick<components['schemas']['diff-entry'], 'filename' | 'patch'>[];
  readonly threads: FakeThread[] = [];
  readonly comments: FakeComment[] = [];
  /** Reviews that were sent: how many comments each had. */
  readonly reviews: number[] = [];
  // Beyond 32 bits, as GitHub's are by now.
  #nextId = 5_000_000_000;

  constructor(options: {
    owner: string;
    repo: string;
    number: number;
    headOwner: string;
    headRef: string;
    headCommit: string;
    files: FakePullRequest['files'];
  }) {
    this.owner = options.owner;
    this.repo = options.repo;
    this.number = options.number;
    this.headOwner = options.headOwner;
    this.headRef = options.headRef;
    this.headCommit = options.headCommit;
    this.files = options.files;
  }

  get url(): string {
    return `https://github.example/${this.owner}/${this.repo}/pull/${this.number}`;
  }

  urlOf(comment: FakeComment): string {
    const isOnLine = this.threads.some(({ comments }) => comments.includes(comment));
    return `${this.url}#${isOnLine ? 'discussion_r' : 'issuecomment-'}${comment.id}`;
  }

  /** Returns why GitHub refuses it. */
  review(author: FakeUser, commit: unknown, comments: readonly ReviewComment[]): string | null {
    if (commit !== this.headCommit) return 'commit_id is not part of the pull request';
    const problem = comments.map((comment) => this.#problemOf(comment)).find((each) => each !== null);
    if (problem !== undefined) return problem;
    this.reviews.push(comments.length);
    for (const { path, body, line, start_line, side } of comments) {
      this.threads.push({
        id: `thread-${this.threads.length + 1}`,
        path,
        line: line ?? 0,
        startLine: start_line ?? null,
        side: side ?? 'RIGHT',
        isOutdated: false,
        resolvedBy: null,
        comments: [this.#comment(author, body)],
      });
    }
    return null;
  }

  /** `null` when the comment does not begin a thread. */
  reply(author: FakeUser, to: number, body: string): FakeComment | null {
    const thread = this.threads.find(({ comments }) => comments[0]?.id === to);
    if (thread === undefined) return null;
    const comment = this.#comment(author, body);
    thread.comments.push(comment);
    return comment;
  }

  comment(author: FakeUser, body: string): FakeComment {
    const comment = this.#comment(author, body);
    this.comments.push(comment);
    return comment;
  }

  /** A comment on a line or on the whole. */
  find(id: number): FakeComment | null {
    const all = [...this.threads.flatMap(({ comments }) => comments), ...this.comments];
    return all.find((comment) => comment.id === id) ?? null;
  }

  edit(editor: FakeUser, comment: FakeComment, body: string): void {
    comment.body = body;
    comment.editor = editor;
  }

  /** The commits of the branch were replaced: comments on lines stay and are outdated. */
  forcePush(headCommit: string, files: FakePullRequest['files']): void {
    this.headCommit = headCommit;
    this.files = files;
    for (const thread of this.threads) thread.isOutdated = true;
  }

  #comment(author: FakeUser, body: string): FakeComment {
    const id = this.#nextId++;
    const createdAt = new Date(Date.UTC(2026, 10, 16, 8) + (id % 100_000) * 1_000).toISOString();
    return { id, author, body, editor: null, createdAt, isUnsent: false };
  }

  #problemOf({ path, body, line = 0, side, start_line, start_side }: ReviewComment): string | null {
    if (isTooLong(body)) return 'body is too long (maximum is 65536 characters)';
    const file = this.files.find(({ filename }) => filename === path);
    if (file?.patch === undefined) return 'Path could not be resolved';
    if (side !== 'RIGHT') return 'side is not supported by this server';
    const first = start_line ?? line;
    const isInHunk = shownLines(file.patch).some(({ start, end }) => first >= start && line <= end);
    const isRange = first === line || (first < line && start_side === 'RIGHT');
    return isInHunk && isRange ? null : 'Line could not be resolved';
  }
}

export function isTooLong(body: string): boolean {
  return body.length > mostCharacters;
}
