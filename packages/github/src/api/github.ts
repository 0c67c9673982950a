/** The requests to GitHub that this program makes. */
import { z } from 'zod';

import type { Conversation } from './conversation.ts';
import { LostAnswerError } from './failures.ts';
import type { ChangedFile, LineComment, PullRequest, PullRequestId, Repository } from './pull-request.ts';
import { readConversation } from './read-conversation.ts';
import { type RequestDeps, Requests } from './requests.ts';

export class GitHub {
  readonly #requests: Requests;

  constructor(deps: RequestDeps) {
    this.#requests = new Requests(deps);
  }

  async pullRequest({ owner, repo, number }: PullRequestId): Promise<PullRequest> {
    const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
    const found = await this.#requests.send('read', route, { owner, repo, pull_number: number }, pullSchema);
    return toPullRequest({ owner, repo }, found);
  }

  /** `head` is `owner:branch`. Only open ones. */
  async pullRequestsOf(base: Repository, head: string): Promise<PullRequest[]> {
    const route = 'GET /repos/{owner}/{repo}/pulls';
    const found = await this.#requests.sendForAll(
      route,
      { ...base, head, state: 'open' },
      z.array(pullSchema),
    );
    // A head that GitHub does not understand is ignored by it, and all pull requests are returned.
    const colon = head.indexOf(':');
    const [owner, branch] = [head.slice(0, colon), head.slice(colon + 1)];
    return found
      .filter(({ head: { label, ref } }) => ref === branch && isSame(label.split(':')[0] ?? '', owner))
      .map((pull) => toPullRequest(base, pull));
  }

  /** The repository that this one is a fork of; `null` when it is none. */
  async parentOf(repository: Repository): Promise<Repository | null> {
    const found = await this.#requests.send(
      'read',
      'GET /repos/{owner}/{repo}',
      { ...repository },
      repositorySchema,
    );
    const { parent = null } = found;
    return parent === null ? null : { owner: parent.owner.login, repo: parent.name };
  }

  async changedFiles({ owner, repo, number }: PullRequestId): Promise<ChangedFile[]> {
    const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files';
    const files = await this.#requests.sendForAll(
      route,
      { owner, repo, pull_number: number },
      z.array(fileSchema),
    );
    return files.map(({ filename, patch }) => ({ path: filename, patch: patch ?? null }));
  }

  conversation(id: PullRequestId): Promise<Conversation> {
    return readConversation(this.#requests, id);
  }

  /** All comments or none. */
  async createReview(
    { owner, repo, number, headCommit }: PullRequest,
    comments: readonly LineComment[],
  ): Promise<void> {
    await this.#create('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      owner,
      repo,
      pull_number: number,
      commit_id: headCommit,
      event: 'COMMENT',
      comments: comments.map(({ path, startLine, line, body }) => ({
        path,
        body,
        line,
        side: 'RIGHT',
        ...(startLine < line && { start_line: startLine, start_side: 'RIGHT' }),
      })),
    });
  }

  /** Returns the number of the new comment. */
  replyTo({ owner, repo, number }: PullRequestId, comment: string, body: string): Promise<string> {
    return this.#create('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies', {
      owner,
      repo,
      pull_number: number,
      comment_id: Number(comment),
      body,
    });
  }

  createComment({ owner, repo, number }: PullRequestId, body: string): Promise<string> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    return this.#create(route, { owner, repo, issue_number: number, body });
  }

  async updateLineComment({ owner, repo }: Repository, comment: string, body: string): Promise<void> {
    const route = 'PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}';
    const parameters = { owner, repo, comment_id: Number(comment), body };
    await this.#requests.send('repeatable', route, parameters, createdSchema);
  }

  async updateComment({ owner, repo }: Repository, comment: string, body: string): Promise<void> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    const parameters = { owner, repo, comment_id: Number(comment), body };
    await this.#requests.send('repeatable', route, parameters, createdSchema);
  }

  /** Only GraphQL has this. */
  async setResolved(thread: string, isResolved: boolean): Promise<void> {
    const name = isResolved ? 'resolveReviewThread' : 'unresolveReviewThread';
    const query = `mutation($thread: ID!) { ${name}(input: { threadId: $thread }) { thread { id isResolved } } }`;
    await this.#requests.mutate(query, { thread }, z.object({ [name]: z.object({ thread: threadSchema }) }));
  }

  async #create(route: string, parameters: Record<string, unknown>): Promise<string> {
    const { id } = await this.#requests.send('once', route, parameters, createdSchema);
    return `${id}`;
  }
}

/** Whether GitHub may have done what was asked for. */
export function isUncertain(error: unknown): boolean {
  return error instanceof LostAnswerError;
}

function toPullRequest(repository: Repository, pull: z.infer<typeof pullSchema>): PullRequest {
  const { number, html_url, state, head } = pull;
  return { ...repository, number, url: html_url, headCommit: head.sha, isOpen: state === 'open' };
}

/** Names of accounts are not case-sensitive. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const pullSchema = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  head: z.object({ sha: z.string(), ref: z.string(), label: z.string() }),
});

const repositorySchema = z.object({
  parent: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }).nullish(),
});

const fileSchema = z.object({ filename: z.string(), patch: z.string().optional() });

/** Numbers beyond what JavaScript counts exactly arrive as bigint. */
const createdSchema = z.object({ id: z.union([z.int(), z.bigint()]) });

const threadSchema = z.object({ id: z.string(), isResolved: z.boolean() });
