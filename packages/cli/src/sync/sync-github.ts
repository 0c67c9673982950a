/** Brings the project's annotations and the pull request of the current branch together, and prints what that took. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { AnnotateError } from '@annotate-mcp/core';
import {
  findCheckout,
  findPullRequest,
  GitHub,
  type PullRequest,
  SyncFile,
  syncFilePath,
  synchronize,
  type SyncReport,
} from '@annotate-mcp/github';
import type { Store } from '@annotate-mcp/store';
import { FileLock } from '@annotate-mcp/store/files';
import { programFinder, runProgram } from '@annotate-mcp/store/programs';

import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { locateStore, openWithDocuments, using } from '../project-store.ts';
import { printableLines, type Terminal } from '../terminal.ts';
import { version } from '../version.ts';

import { describeReport } from './describe-report.ts';

export interface SyncGitHubOptions {
  pr?: number;
  repo?: string;
  dryRun?: boolean;
  trust?: string[];
  receive?: boolean;
  fromRepository?: boolean;
  apiUrl?: string;
  json?: boolean;
}

/** A longer wait is left to the person. */
const longestWaitMs = 120_000;
const timeoutMs = 30_000;

export async function syncGitHub(
  options: SyncGitHubOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const location = locateStore(options);
  const { root } = location;
  const store = await openWithDocuments(location);
  if (store === null) {
    terminal.note(`Nothing has been annotated in ${root} yet.`);
    return;
  }
  const report = await using(store, async (open) => run(open, root, options, terminal));
  if (options.json === true) terminal.print(JSON.stringify(report, null, 2));
  else for (const line of describeReport(report)) terminal.print(printableLines(line));
}

async function run(
  store: Store,
  root: string,
  options: SyncGitHubOptions,
  terminal: Terminal,
): Promise<SyncReport> {
  const { env } = process;
  const { apiUrl, host } = apiAddress(options.apiUrl, env);
  const github = new GitHub({
    apiUrl,
    token: await githubToken({ root, host, env }),
    userAgent: `annotate-mcp/${version}`,
    now: () => new Date(),
    wait: delay,
    onWait: terminal.note,
    longestWaitMs,
    timeoutMs,
  });
  const { pr, repo } = options;
  const wanted = { ...(pr !== undefined && { pr }), ...(repo !== undefined && { repo }) };
  const pullRequest = await findPullRequest(wanted, { github, root, host, env });
  const work = () => synchronizeWith(store, root, { github, pullRequest }, options);
  return options.dryRun === true ? work() : withSyncLock(root, pullRequest, work);
}

/** The addresses of the GitHub that is used. */
interface ApiAddress {
  /** Without a slash at the end. */
  apiUrl: string;
  /** The host of its repositories, as remotes of git name it. */
  host: string;
}

/** A workflow says in its environment where its GitHub is. */
function apiAddress(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ApiAddress {
  const inWorkflow = env.GITHUB_ACTIONS === 'true' ? env.GITHUB_API_URL : undefined;
  const text = named ?? inWorkflow ?? 'https://api.github.com';
  if (!URL.canParse(text)) throw addressError(text);
  const url = new URL(text);
  // The token is sent to this address: without https it could be read on the way.
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw addressError(text);
  return { apiUrl: text.replace(/\/+$/, ''), host: url.hostname.replace(/^api\./, '') };
}

function addressError(text: string): CliError {
  return new CliError('cli/usage', `${text} is not the address of an API.`, {
    hint: 'It has to begin with https://, for example --api-url https://github.example/api/v3.',
  });
}

/** The token by which GitHub knows the person. */
interface TokenDeps {
  root: string;
  host: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** From the environment, or from GitHub's own program, where the person has signed in. */
async function githubToken({ root, host, env }: TokenDeps): Promise<string> {
  const given = [env.GITHUB_TOKEN, env.GH_TOKEN].find((token) => token !== undefined && token !== '');
  return given ?? (await tokenOfProgram(root, host)) ?? noToken(host);
}

async function tokenOfProgram(root: string, host: string): Promise<string | null> {
  // Not one that the repository brings, and not with the project as its folder.
  const programs = programFinder(root);
  const program = programs.find('gh');
  if (program === null) return null;
  const { code, stdout } = await runProgram(program, ['auth', 'token', '--hostname', host], {
    cwd: tmpdir(),
    env: { ...process.env, PATH: programs.path },
    mostMs: 20_000,
    mostBytes: 10_000,
  });
  // It fails where the person is not signed in.
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

function noToken(host: string): never {
  throw new AnnotateError('github/no-token', `There is no token for ${host}.`, {
    hint: 'Sign in with "gh auth login", or set GITHUB_TOKEN to a token that may read and write pull requests.',
  });
}

async function synchronizeWith(
  store: Store,
  root: string,
  { github, pullRequest }: { github: GitHub; pullRequest: PullRequest },
  options: SyncGitHubOptions,
): Promise<SyncReport> {
  return synchronize(
    pullRequest,
    {
      isDryRun: options.dryRun === true,
      receives: options.receive !== false,
      includesRepository: options.fromRepository === true,
      trusted: options.trust ?? [],
    },
    {
      github,
      store,
      checkout: findCheckout(root),
      file: new SyncFile(root, pullRequest),
      now: () => new Date(),
      wait: delay,
    },
  );
}

/** Runs `work` while no other run does: two at once would both find that something is missing, and both post it. */
async function withSyncLock<T>(root: string, pullRequest: PullRequest, work: () => Promise<T>): Promise<T> {
  const lock = new FileLock(join(root, '.annotate', 'github.lock.db'), {
    protects: syncFilePath(root, pullRequest),
  });
  try {
    return await lock.run(work);
  } finally {
    lock.close();
  }
}
