/** Brings the project's annotations and the pull request of the current branch together, and prints what that took. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

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

import type { GlobalOptions } from '../command.ts';
import { locateStore, openWithDocuments, using } from '../project-store.ts';
import { printableLines, type Terminal } from '../terminal.ts';
import { version } from '../version.ts';

import { apiAddress } from './api-address.ts';
import { describeReport } from './describe-report.ts';
import { githubToken } from './github-token.ts';

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
