/** Runs the tests that keep what was asked for, and reopens the annotations of those that fail. */
import { randomUUID } from 'node:crypto';

import { type Actor, AnnotateError, reopen, reply } from '@annotate-mcp/core';
import {
  type CheckTest,
  findConfig,
  type Playwright,
  playwrightOf,
  readReport,
} from '@annotate-mcp/hub/checks';
import type { Store } from '@annotate-mcp/store';

import { findApps } from '../apps/apps.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { locateStore, openExisting, using } from '../project-store.ts';
import { printable, printableLines, type Terminal } from '../terminal.ts';

export interface RunChecksOptions {
  json?: boolean;
  /** Commander's name for `--no-reopen`. */
  reopen: boolean;
}

interface Outcome extends CheckTest {
  /** The annotation is open again because of this run. */
  reopened: boolean;
}

export async function runChecks(
  options: RunChecksOptions & GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const location = locateStore(options);
  const tests: CheckTest[] = [];
  for (const playwright of playwrightsIn(location.root))
    tests.push(...(await runWith(playwright, options, terminal)));
  if (tests.length === 0) {
    if (options.json === true) terminal.print(JSON.stringify({ checks: [] }, null, 2));
    else
      terminal.note(
        'There are no checks yet. To write one: annotate-mcp check add <id of a resolved annotation>',
      );
    return 0;
  }
  const store = options.reopen ? await openExisting(location) : null;
  const outcomes =
    store === null
      ? tests.map((test) => ({ ...test, reopened: false }))
      : await using(store, (open) => reopenFailed(open, tests));
  show(outcomes, options, terminal);
  return outcomes.some(({ failure }) => failure !== null) ? 1 : 0;
}

/** Those of the root and of each app; several apps may share one. */
function playwrightsIn(root: string): Playwright[] {
  const folders = [root, ...findApps(root, root).map(({ folder }) => folder)];
  const configs = new Set(folders.flatMap((folder) => findConfig(folder, root) ?? []));
  return [...configs].flatMap((config) => playwrightOf(config) ?? []);
}

async function runWith(
  playwright: Playwright,
  { json }: RunChecksOptions,
  terminal: Terminal,
): Promise<CheckTest[]> {
  const { tests: listed } = await readReport(playwright);
  if (listed.length === 0) return [];
  if (json !== true)
    terminal.note(`Running ${listed.length === 1 ? '1 check' : `${listed.length} checks`} …`);
  const { tests, errors } = await readReport(
    playwright,
    listed.map(({ file, line }) => `${file}:${line}`),
  );
  if (tests.length === 0) throw notRunError(errors);
  return tests;
}

async function reopenFailed(store: Store, tests: readonly CheckTest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const test of tests) {
    const reopened = test.failure === null ? false : await reopenOne(store, test, test.failure);
    outcomes.push({ ...test, reopened });
  }
  return outcomes;
}

const checker: Actor = { type: 'agent', agentId: 'annotate-mcp-check', agentName: 'annotate-mcp check' };
const longestFailure = 2_000;

/**
 * `false` when it is open already, not in this store, or came with the repository. The reply is not the person's: what
 * a test prints has words of the page in it.
 */
async function reopenOne(store: Store, test: CheckTest, failure: string): Promise<boolean> {
  const now = new Date();
  const noteId = randomUUID();
  const changed = await store.update(test.annotationId, (annotation) => {
    if (annotation.status !== 'resolved' || annotation.origin === 'repository') return annotation;
    const author: Actor = { type: 'person', authorId: annotation.authorId };
    const known = annotation.kind === 'markdown' ? undefined : annotation.checkFile;
    const message = describeFailure(`${known ?? test.file}:${test.line}`, failure);
    return reopen(reply(annotation, checker, now, { id: noteId, message }), author, now);
  });
  return changed?.before.status === 'resolved' && changed.after?.status === 'pending';
}

/** As a block of code, which the thread shows as it is. */
function describeFailure(where: string, failure: string): string {
  const text = failure.slice(0, longestFailure).replaceAll('```', "'''");
  return `The check of this comment fails, \`${where.replaceAll('`', "'")}\`:\n\n\`\`\`\n${text}\n\`\`\``;
}

function show(outcomes: readonly Outcome[], { json }: RunChecksOptions, terminal: Terminal): void {
  if (json === true) {
    terminal.print(JSON.stringify({ checks: outcomes }, null, 2));
    return;
  }
  for (const { title, file, line, failure, isSkipped, reopened } of outcomes) {
    const state = failure !== null ? 'fails' : isSkipped ? 'skipped' : 'passes';
    terminal.print(`${state.padEnd(8)}${printable(title)}  (${printable(file)}:${line})`);
    if (failure !== null) terminal.note(printableLines(failure));
    if (reopened) terminal.note('Its annotation is open again.');
  }
}

function notRunError(errors: readonly string[]): AnnotateError {
  return new AnnotateError('check/failed', `Playwright ran none of the checks.\n${errors.join('\n')}`, {
    hint: 'Run npx playwright test to see what is wrong; the app has to be running, or `webServer` in the configuration start it.',
  });
}
