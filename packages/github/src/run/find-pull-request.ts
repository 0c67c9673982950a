/** Finds the pull request of the branch that is checked out. */
import { AnnotateError } from '@annotate-mcp/core';
import { findRepositoryPlace, type GitSettings, readHead, readSettings } from '@annotate-mcp/store/git';

import type { GitHub } from '../api/github.ts';
import type { PullRequest, Repository } from '../api/pull-request.ts';

export interface Wanted {
  /** `owner/name`. */
  repo?: string;
  pr?: number;
}

export interface FindDeps {
  github: GitHub;
  root: string;
  /** The host of the web pages of repositories, as remotes name it. */
  host: string;
  /** In a workflow `GITHUB_REF` and `GITHUB_REPOSITORY` say what a checkout without a branch cannot. */
  env: Readonly<Record<string, string | undefined>>;
}

export async function findPullRequest(wanted: Wanted, deps: FindDeps): Promise<PullRequest> {
  const { github, root, env } = deps;
  const named = wanted.repo === undefined ? null : parseRepository(wanted.repo);
  const place = findRepositoryPlace(root);
  const settings = await readSettings(root, place);
  const branch = place === null ? null : readBranch(readHead(place), settings);
  const number = wanted.pr ?? numberIn(env.GITHUB_REF) ?? numberIn(branch?.merge);
  const remotes = readRemotes(settings, deps.host);
  const bases = named !== null ? [named] : await basesOf(remotes, deps);
  const [base] = bases;
  if (base === undefined) throw noRepositoryError(deps.host);
  if (number !== undefined) return github.pullRequest({ ...base, number });
  if (branch === null) throw noBranchError();
  const found: PullRequest[] = [];
  for (const owner of headOwners(branch, remotes, bases)) {
    for (const each of bases) found.push(...(await github.pullRequestsOf(each, `${owner}:${branch.name}`)));
    if (found.length > 0) break;
  }
  const [first, second] = found;
  if (first === undefined) throw noPullRequestError(branch.name, bases);
  if (second !== undefined) throw severalError(branch.name, found);
  return first;
}

interface Branch {
  /** On the remote; here it may be called otherwise. */
  name: string;
  /** Its remote: a name, or an address. */
  remote: string | null;
  /** The ref that it follows: a branch, or `refs/pull/7/head`. */
  merge: string;
}

/** `null` when none is checked out. */
function readBranch(head: string, settings: GitSettings): Branch | null {
  const here = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (here === undefined) return null;
  const setting = (name: string) => settings.get(`branch.${here}.${name}`);
  const merge = setting('merge') ?? '';
  const remote = setting('pushremote') ?? settings.get('remote.pushdefault');
  return {
    name: /^refs\/heads\/(.+)$/.exec(merge)?.[1] ?? here,
    remote: remote ?? setting('remote'),
    merge,
  };
}

/** By the name of the remote, in git's order. */
function readRemotes(settings: GitSettings, host: string): Map<string, Repository> {
  const remotes = settings.matching(/^remote\.(.+)\.url$/).flatMap(({ parts: [name = ''], value }) => {
    const repository = repositoryAt(value, host);
    return repository === null ? [] : [[name, repository] as const];
  });
  return new Map(remotes);
}

/** Where the pull request may have been opened: what was forked first, then the remotes. */
async function basesOf(
  remotes: ReadonlyMap<string, Repository>,
  { github, env }: FindDeps,
): Promise<Repository[]> {
  const inWorkflow = env.GITHUB_ACTIONS === 'true' ? env.GITHUB_REPOSITORY : undefined;
  if (inWorkflow !== undefined) return [parseRepository(inWorkflow)];
  const named = ['upstream', 'origin', ...remotes.keys()].flatMap((name) => remotes.get(name) ?? []);
  const own = unique(named);
  const parents = [];
  for (const repository of own.slice(0, mostRemotes)) {
    const parent = await github.parentOf(repository);
    if (parent !== null) parents.push(parent);
  }
  return unique([...parents, ...own]);
}

/** Each costs a request. */
const mostRemotes = 4;

/** The accounts whose branch it may be, the likeliest first. */
function headOwners(
  { remote }: Branch,
  remotes: ReadonlyMap<string, Repository>,
  bases: readonly Repository[],
): string[] {
  const own = remote === null ? undefined : remotes.get(remote);
  // `gh pr checkout` names the fork by its address.
  const atAddress = remote === null ? null : ownerIn(remote);
  const others = [...remotes.values(), ...bases].map(({ owner }) => owner);
  return [...new Set([own?.owner, atAddress, ...others].flatMap((owner) => owner ?? []))];
}

/** `https://host/owner/name.git`, `git@host:owner/name.git`, `ssh://git@host:22/owner/name`. */
export function repositoryAt(url: string, host: string): Repository | null {
  const [, where = '', owner = '', repo = ''] =
    /^(?:[\w+.-]+:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+)?[:/]+([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(url.trim()) ??
    [];
  // `ssh.github.com` is GitHub's address for networks that block SSH.
  const isHost = where.toLowerCase() === host || where.toLowerCase() === `ssh.${host}`;
  return isHost && owner !== '' && repo !== '' ? { owner, repo } : null;
}

function ownerIn(address: string): string | null {
  return /[:/]([^/:]+)\/[^/]+$/.exec(address)?.[1] ?? null;
}

function parseRepository(text: string): Repository {
  const [, owner = '', repo = ''] = /^([\w.-]+)\/([\w.-]+)$/.exec(text) ?? [];
  if (owner !== '') return { owner, repo };
  throw new AnnotateError('github/no-repository', `${text} is no repository of GitHub.`, {
    hint: 'Write it as owner/name, for example --repo octocat/hello-world.',
  });
}

function numberIn(ref: string | undefined): number | undefined {
  const found = /^refs\/pull\/(\d+)\//.exec(ref ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

function unique(repositories: readonly Repository[]): Repository[] {
  const byName = repositories.map((each) => [`${each.owner}/${each.repo}`.toLowerCase(), each] as const);
  return [...new Map(byName.toReversed()).values()].toReversed();
}

function noRepositoryError(host: string): AnnotateError {
  return new AnnotateError('github/no-repository', `No remote of this repository is on ${host}.`, {
    hint: 'Name the repository with --repo owner/name. For GitHub Enterprise also give --api-url.',
  });
}

function noBranchError(): AnnotateError {
  return new AnnotateError('github/no-pull-request', 'No branch is checked out here.', {
    hint: 'Name the pull request with --pr.',
  });
}

function noPullRequestError(branch: string, bases: readonly Repository[]): AnnotateError {
  const where = bases.map(({ owner, repo }) => `${owner}/${repo}`).join(', ');
  return new AnnotateError(
    'github/no-pull-request',
    `No open pull request of the branch ${branch} was found in ${where}.`,
    { hint: 'Push the branch and open one, or name it with --pr (and --repo owner/name).' },
  );
}

function severalError(branch: string, found: readonly PullRequest[]): AnnotateError {
  const list = found.map(({ owner, repo, number }) => `${owner}/${repo}#${number}`).join(', ');
  return new AnnotateError(
    'github/no-pull-request',
    `The branch ${branch} has ${found.length} open pull requests: ${list}.`,
    { hint: 'Name one with --pr (and --repo owner/name).' },
  );
}
