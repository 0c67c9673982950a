/** A project in a git repository with a pull request on a server of its own, and a clock that waits in no time. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { GitHub } from '../api/github.ts';
import { findCheckout } from '../run/changed-lines.ts';
import type { SyncReport } from '../run/report.ts';
import { SyncFile } from '../run/sync-file.ts';
import { synchronize, type SyncOptions } from '../run/synchronize.ts';

import { FakeGitHub } from './fake-github.ts';
import type { FakePullRequest, FakeUser } from './fake-pull-request.ts';
import { ada, grace, stranger, workflow } from './fake-users.ts';

export { ada, grace, stranger, workflow };

export interface SyncBench {
  github: FakeGitHub;
  pullRequest: FakePullRequest;
  store: Store;
  /** The project's root: the top of the repository. */
  root: string;
  /** How long the program waited, in milliseconds. */
  waits: number[];
  /** One run, by default as Ada. */
  sync: (options?: Partial<SyncOptions> & { as?: FakeUser; without?: 'file' }) => Promise<SyncReport>;
  git: (...args: string[]) => string;
  write: (path: string, text: string) => void;
  /** Commits and makes it the newest commit of the pull request. */
  push: () => void;
}

export const sourceFile = 'src/app.tsx';

/** Forty lines, of which the pull request shows 17 to 23 (line 20 changed) and 37 to 40. */
export async function openBench(): Promise<SyncBench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate github ')));
  const github = await FakeGitHub.open();
  const store = await openStore('memory:', { root });
  onTestFinished(async () => {
    await store.close();
    await github.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 10 });
  });
  for (const user of [ada, grace, stranger, workflow]) github.users.set(`token-of-${user.login}`, user);
  const git = (...args: string[]) => runGit(root, args);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git('init', '--quiet', '--initial-branch=main');
  write(sourceFile, linesOf(40));
  write('.gitignore', '.annotate\n');
  commit(git, 'base');
  git('checkout', '--quiet', '-b', 'feature');
  write(sourceFile, linesOf(40, { 20: 'changed', 40: 'changed too' }));
  commit(git, 'change');
  const pullRequest = github.addPullRequest({
    owner: 'acme',
    repo: 'shop',
    number: 7,
    headOwner: 'acme',
    headRef: 'feature',
    headCommit: git('rev-parse', 'HEAD'),
    files: filesOf(git),
  });
  const waits: number[] = [];
  const clock = createClock(waits);
  return {
    github,
    pullRequest,
    store,
    root,
    waits,
    git,
    write,
    push: () => {
      commit(git, 'more');
      [pullRequest.headCommit, pullRequest.files] = [git('rev-parse', 'HEAD'), filesOf(git)];
    },
    sync: async ({ as = ada, without, ...options } = {}) => {
      const client = new GitHub({
        ...clock,
        apiUrl: github.apiUrl,
        token: `token-of-${as.login}`,
        userAgent: 'test',
        onWait: () => undefined,
        longestWaitMs: 120_000,
        timeoutMs: 20_000,
      });
      const found = await client.pullRequest({ owner: 'acme', repo: 'shop', number: 7 });
      if (without === 'file') rmSync(join(root, '.annotate'), { recursive: true, force: true });
      return synchronize(
        found,
        { isDryRun: false, receives: true, includesRepository: false, trusted: [], ...options },
        {
          ...clock,
          github: client,
          store,
          checkout: findCheckout(root),
          file: new SyncFile(root, found),
        },
      );
    },
  };
}

/** An annotation on a line of the file. */
export function onLine(id: string, line: number, overrides: { annotationText?: string } = {}): Annotation {
  const annotation = sampleAnnotation({ id, ...overrides });
  if (annotation.kind !== 'component') throw new Error('The sample is on a component.');
  return { ...annotation, sourceLocation: { file: sourceFile, line, column: 3 } };
}

/** For what a test has put there itself. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none.');
  return first;
}

export function linesOf(count: number, changed: Record<number, string> = {}): string {
  return Array.from({ length: count }, (_, at) => `${changed[at + 1] ?? `line ${at + 1}`}\n`).join('');
}

/** As GitHub's list of files has them: the hunks without the head of the diff. */
export function filesOf(git: (...args: string[]) => string): FakePullRequest['files'] {
  const names = git('diff', '--name-only', 'main...HEAD')
    .split('\n')
    .filter((name) => name !== '');
  return names.map((filename) => {
    const diff = git('diff', 'main...HEAD', '--', filename);
    const start = diff.search(/^@@/m);
    return start === -1 ? { filename } : { filename, patch: diff.slice(start) };
  });
}

function commit(git: (...args: string[]) => string, message: string): void {
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', message);
}

function runGit(folder: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();
}

/** Time passes only while the program waits, and a second with each look at the clock. */
function createClock(waits: number[]) {
  let time = sampleTime.getTime() + 3_600_000;
  return {
    now: () => new Date((time += 1_000)),
    wait: async (milliseconds: number) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
}
