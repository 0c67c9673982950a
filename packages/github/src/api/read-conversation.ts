/**
 * Reads a pull request by GraphQL: only there GitHub says whether a thread is resolved, who has edited a comment, and
 * whether a comment is the token's own.
 */
import { z } from 'zod';

import type { Comment, Conversation, Thread } from './conversation.ts';
import type { PullRequestId } from './pull-request.ts';
import type { Requests } from './requests.ts';

export async function readConversation(requests: Requests, id: PullRequestId): Promise<Conversation> {
  const threads: Thread[] = [];
  const comments: Comment[] = [];
  let viewer: Conversation['viewer'] = { login: '', isBot: false };
  const { owner, repo, number } = id;
  let cursors: Cursors = { threads: null, comments: null };
  for (let hasMore = true; hasMore;) {
    const answer = await requests.query(pageQuery, { owner, repo, number, ...cursors }, pageSchema);
    viewer = { login: answer.viewer.login, isBot: answer.viewer.login.endsWith('[bot]') };
    const { pullRequest } = answer.repository;
    for (const thread of pullRequest.reviewThreads.nodes) {
      const known = toThread(thread);
      const { hasNextPage, endCursor } = thread.comments.pageInfo;
      if (hasNextPage) known.comments.push(...(await readRest(requests, thread.id, endCursor)));
      if (known.comments.length > 0) threads.push(known);
    }
    comments.push(...pullRequest.comments.nodes.map(toComment));
    const [threadPage, commentPage] = [pullRequest.reviewThreads.pageInfo, pullRequest.comments.pageInfo];
    // The end of a list that is read to its end is given again, so that the other one can go on.
    cursors = {
      threads: threadPage.endCursor ?? cursors.threads,
      comments: commentPage.endCursor ?? cursors.comments,
    };
    hasMore = threadPage.hasNextPage || commentPage.hasNextPage;
  }
  return { viewer, threads, comments };
}

interface Cursors {
  threads: string | null;
  comments: string | null;
}

/** A thread with more comments than one page has. */
async function readRest(requests: Requests, thread: string, after: string | null): Promise<Comment[]> {
  const read: Comment[] = [];
  let cursor = after;
  for (;;) {
    const answer = await requests.query(threadQuery, { thread, cursor }, threadPageSchema);
    const { nodes, pageInfo } = answer.node.comments;
    read.push(...nodes.map(toComment));
    if (!pageInfo.hasNextPage) return read;
    cursor = pageInfo.endCursor;
  }
}

const commentFields = `url body createdAt authorAssociation viewerDidAuthor viewerCanUpdate
  author { login __typename } editor { login }`;

const reviewComments = `pageInfo { hasNextPage endCursor } nodes { ${commentFields} state }`;

const pageQuery = `query($owner: String!, $repo: String!, $number: Int!, $threads: String, $comments: String) {
  viewer { login }
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $threads) {
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved resolvedBy { login } comments(first: 50) { ${reviewComments} } }
      }
      comments(first: 100, after: $comments) {
        pageInfo { hasNextPage endCursor }
        nodes { ${commentFields} }
      }
    }
  }
}`;

const threadQuery = `query($thread: ID!, $cursor: String) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(first: 100, after: $cursor) { ${reviewComments} } } }
}`;

const loginSchema = z.object({ login: z.string() }).nullable();

const commentSchema = z.object({
  url: z.string(),
  body: z.string(),
  createdAt: z.string(),
  authorAssociation: z.string(),
  viewerDidAuthor: z.boolean(),
  viewerCanUpdate: z.boolean(),
  author: z.object({ login: z.string(), __typename: z.string() }).nullable(),
  editor: loginSchema,
  state: z.string().optional(),
});

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(item),
  });

const threadSchema = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  resolvedBy: loginSchema,
  comments: listOf(commentSchema),
});

const pageSchema = z.object({
  viewer: z.object({ login: z.string() }),
  repository: z.object({
    pullRequest: z.object({ reviewThreads: listOf(threadSchema), comments: listOf(commentSchema) }),
  }),
});

const threadPageSchema = z.object({ node: z.object({ comments: listOf(commentSchema) }) });

function toThread({ id, isResolved, resolvedBy, comments }: z.infer<typeof threadSchema>): Thread {
  return { id, isResolved, resolvedBy: resolvedBy?.login ?? null, comments: comments.nodes.map(toComment) };
}

function toComment(comment: z.infer<typeof commentSchema>): Comment {
  const { url, body, createdAt, authorAssociation, viewerDidAuthor, viewerCanUpdate } = comment;
  return {
    // GraphQL's own number is a 32-bit one, which GitHub has run out of; the address has the whole.
    id: /(\d+)$/.exec(url)?.[1] ?? '',
    url,
    body,
    author: comment.author?.login ?? null,
    isBot: comment.author?.__typename === 'Bot',
    association: authorAssociation,
    editor: comment.editor?.login ?? null,
    isViewers: viewerDidAuthor,
    canUpdate: viewerCanUpdate,
    isUnsent: comment.state === 'PENDING',
    createdAt,
  };
}
