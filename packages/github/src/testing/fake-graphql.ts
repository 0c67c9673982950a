/** Answers the GraphQL queries of this program, in the shapes of GitHub's schema. */
import type { FakeAnswer, FakeRequest } from './fake-messages.ts';
import type { FakeComment, FakePullRequest, FakeThread, FakeUser } from './fake-pull-request.ts';

export function answerGraphql(
  { body }: FakeRequest,
  user: FakeUser,
  pullRequests: readonly FakePullRequest[],
): FakeAnswer {
  const query = String(body.query);
  const variables = new Map(
    Object.entries(body.variables ?? {}).map(([name, value]) => [name, value as unknown]),
  );
  if (query.startsWith('mutation')) return mutate(query, String(variables.get('thread')), user, pullRequests);
  const thread = variables.get('thread');
  const known = pullRequests.flatMap((each) => each.threads.map((found) => ({ found, each })));
  if (thread !== undefined) {
    const match = known.find(({ found }) => found.id === thread);
    if (match === undefined) return failed('NOT_FOUND', 'Could not resolve to a node');
    const comments = connection(match.found.comments, variables.get('cursor'), 100, (comment) =>
      toComment(comment, match.each, user),
    );
    return { status: 200, body: { data: { node: { comments } } } };
  }
  return conversation(variables, user, pullRequests);
}

function conversation(
  variables: ReadonlyMap<string, unknown>,
  user: FakeUser,
  pullRequests: readonly FakePullRequest[],
): FakeAnswer {
  const found = pullRequests.find(
    ({ owner, repo, number }) =>
      owner === variables.get('owner') &&
      repo === variables.get('repo') &&
      number === variables.get('number'),
  );
  if (found === undefined) return failed('NOT_FOUND', 'Could not resolve to a PullRequest');
  const pullRequest = {
    reviewThreads: connection(found.threads, variables.get('threads'), 50, (thread) =>
      toThread(thread, found, user),
    ),
    comments: connection(found.comments, variables.get('comments'), 100, (comment) =>
      toComment(comment, found, user),
    ),
  };
  const login = user.type === 'Bot' ? `${user.login}[bot]` : user.login;
  return { status: 200, body: { data: { viewer: { login }, repository: { pullRequest } } } };
}

function mutate(
  query: string,
  thread: string,
  user: FakeUser,
  pullRequests: readonly FakePullRequest[],
): FakeAnswer {
  if (!user.canModerate) return failed('FORBIDDEN', 'Resource not accessible by integration');
  const found = pullRequests.flatMap(({ threads }) => threads).find(({ id }) => id === thread);
  if (found === undefined) return failed('NOT_FOUND', 'Could not resolve to a node');
  const name = query.includes('unresolveReviewThread') ? 'unresolveReviewThread' : 'resolveReviewThread';
  found.resolvedBy = name === 'resolveReviewThread' ? user : null;
  const data = { [name]: { thread: { id: found.id, isResolved: found.resolvedBy !== null } } };
  return { status: 200, body: { data } };
}

/** GraphQL answers 200 with errors in it. */
function failed(type: string, message: string): FakeAnswer {
  return { status: 200, body: { data: null, errors: [{ type, message, path: [] }] } };
}

function toThread(thread: FakeThread, pullRequest: FakePullRequest, user: FakeUser) {
  const { id, resolvedBy } = thread;
  return {
    id,
    isResolved: resolvedBy !== null,
    resolvedBy: resolvedBy === null ? null : { login: resolvedBy.login },
    comments: connection(thread.comments, null, 50, (comment) => toComment(comment, pullRequest, user)),
  };
}

function toComment(comment: FakeComment, pullRequest: FakePullRequest, user: FakeUser) {
  const { author, editor, body, createdAt, isUnsent } = comment;
  return {
    url: pullRequest.urlOf(comment),
    body,
    createdAt,
    authorAssociation: author.association,
    viewerDidAuthor: author.login === user.login,
    viewerCanUpdate: author.login === user.login || user.canModerate,
    author: { login: author.login, __typename: author.type },
    editor: editor === null ? null : { login: editor.login },
    state: isUnsent ? 'PENDING' : 'SUBMITTED',
  };
}

/** Cursors are the number of the last item. An empty page has none. */
function connection<Item, Node>(
  items: readonly Item[],
  after: unknown,
  size: number,
  toNode: (item: Item) => Node,
) {
  const start = typeof after === 'string' ? Number(after) : 0;
  const page = items.slice(start, start + size);
  const end = start + page.length;
  return {
    pageInfo: { hasNextPage: end < items.length, endCursor: page.length === 0 ? null : `${end}` },
    nodes: page.map(toNode),
  };
}
