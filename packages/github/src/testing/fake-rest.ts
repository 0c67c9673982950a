/** The REST endpoints that this program uses, with the fields that GitHub's own description of its API has. */
import type { components } from '@octokit/openapi-types';

import type { FakeAnswer, FakeRequest } from './fake-messages.ts';
import {
  type FakeComment,
  type FakePullRequest,
  type FakeUser,
  isTooLong,
  type ReviewComment,
} from './fake-pull-request.ts';

/** All that the server knows. */
export interface FakeRepositories {
  readonly pullRequests: readonly FakePullRequest[];
  readonly forks: ReadonlyMap<string, string>;
}

type Schemas = components['schemas'];

export function answerRest(request: FakeRequest, user: FakeUser, github: FakeRepositories): FakeAnswer {
  const { pathname, searchParams } = new URL(request.path, 'http://localhost');
  const [, owner = '', repo = '', rest = ''] =
    /^\/api\/v3\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  const inRepository = github.pullRequests.filter((each) => each.owner === owner && each.repo === repo);
  if (rest === '') return { status: 200, body: repositoryOf(owner, repo, github) };
  if (rest === '/pulls')
    return paged(inRepository.filter((each) => isHead(each, searchParams)).map(toPull), searchParams);
  const [, number = ''] = /^\/(?:pulls|issues)\/(\d+)(?:\/|$)/.exec(rest) ?? [];
  const pullRequest = inRepository.find((each) => `${each.number}` === number);
  const [, edited = ''] = /^\/(?:pulls|issues)\/comments\/(\d+)$/.exec(rest) ?? [];
  if (edited !== '') return patch(inRepository, Number(edited), request, user);
  if (pullRequest === undefined) return notFound;
  return answerAbout(pullRequest, rest.replace(/^\/(pulls|issues)\/\d+/, ''), request, user, searchParams);
}

function answerAbout(
  pullRequest: FakePullRequest,
  rest: string,
  { method, body }: FakeRequest,
  user: FakeUser,
  query: URLSearchParams,
): FakeAnswer {
  const text = textIn(body);
  if (method === 'GET' && rest === '') return { status: 200, body: toPull(pullRequest) };
  if (method === 'GET' && rest === '/files') return paged(pullRequest.files, query);
  if (isTooLong(text)) return unprocessable('body is too long (maximum is 65536 characters)');
  if (rest === '/reviews') {
    // The program under test sends what GitHub documents; `review` checks the values.
    const problem = pullRequest.review(user, body.commit_id, body.comments as ReviewComment[]);
    return problem === null
      ? { status: 200, body: { id: 80_000_000 + pullRequest.reviews.length } }
      : unprocessable(problem);
  }
  if (rest === '/comments') return created(pullRequest, pullRequest.comment(user, text));
  const [, to = ''] = /^\/comments\/(\d+)\/replies$/.exec(rest) ?? [];
  const reply = to === '' ? null : pullRequest.reply(user, Number(to), text);
  return reply === null ? notFound : created(pullRequest, reply);
}

function patch(
  pullRequests: readonly FakePullRequest[],
  id: number,
  { body }: FakeRequest,
  user: FakeUser,
): FakeAnswer {
  for (const pullRequest of pullRequests) {
    const comment = pullRequest.find(id);
    if (comment === null) continue;
    if (comment.author.login !== user.login && !user.canModerate) return forbidden;
    if (isTooLong(textIn(body))) return unprocessable('body is too long (maximum is 65536 characters)');
    pullRequest.edit(user, comment, textIn(body));
    return { ...created(pullRequest, comment), status: 200 };
  }
  return notFound;
}

const notFound: FakeAnswer = { status: 404, body: { message: 'Not Found' } };
const forbidden: FakeAnswer = { status: 403, body: { message: 'Resource not accessible by integration' } };

function unprocessable(error: string): FakeAnswer {
  return { status: 422, body: { message: 'Unprocessable Entity', errors: [error] } };
}

function created(pullRequest: FakePullRequest, comment: FakeComment): FakeAnswer {
  const body = {
    id: comment.id,
    body: comment.body,
    html_url: pullRequest.urlOf(comment),
    created_at: comment.createdAt,
  } satisfies Pick<Schemas['issue-comment'], 'id' | 'body' | 'html_url' | 'created_at'>;
  return { status: 201, body };
}

function toPull({ number, url, headCommit, headOwner, headRef }: FakePullRequest) {
  return {
    number,
    html_url: url,
    state: 'open',
    head: { sha: headCommit, ref: headRef, label: `${headOwner}:${headRef}` },
  } satisfies Pick<Schemas['pull-request'], 'number' | 'html_url' | 'state'> & {
    head: Pick<Schemas['pull-request']['head'], 'sha' | 'ref' | 'label'>;
  };
}

function repositoryOf(owner: string, repo: string, { forks }: FakeRepositories) {
  const [parentOwner, parentName] = forks.get(`${owner}/${repo}`)?.split('/') ?? [];
  if (parentOwner === undefined || parentName === undefined) return { name: repo, fork: false };
  return { name: repo, fork: true, parent: { name: parentName, owner: { login: parentOwner } } };
}

function isHead({ headOwner, headRef }: FakePullRequest, query: URLSearchParams): boolean {
  return query.get('head') === `${headOwner}:${headRef}`;
}

function paged(items: readonly unknown[], query: URLSearchParams): FakeAnswer {
  const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
  return { status: 200, body: items.slice((page - 1) * size, page * size) };
}

function textIn({ body }: Record<string, unknown>): string {
  return typeof body === 'string' ? body : '';
}
