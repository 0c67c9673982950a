/** Runs the tests that keep what was asked for, and reopens the annotations of those that fail. */
import { randomUUID } from 'node:crypto';

import { type Actor, reopen, reply } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { ExitCode, GlobalOptions } from '../command.ts';
import { CliError } from '../errors.ts';
import { locateStore, openExisting, using } from '../project-store.ts';
import { printable, printableLines, type Terminal } from '../terminal.ts';

import { type CheckTest, findConfig, playwrightOf, readReport } from './playwright.ts';

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
  const config = findConfig(location.root, location.root);
  const playwright = config === null ? null : playwrightOf(config);
  const listed = playwright === null ? null : await readReport(playwright);
  if (playwright === null || listed === null || listed.tests.length === 0) {
    if (options.json === true) terminal.print(JSON.stringify({ checks: [] }, null, 2));
    else terminal.note('There are no checks yet. To write one: annotate-mcp check add <id of a resolved annotation>');
    return 0;
  }
  const only = listed.tests.map(({ file, line }) => `${file}:${line}`);
  if (options.json !== true) terminal.note(`Running ${only.length === 1 ? '1 check' : `${only.length} checks`} …`);
  const report = await readReport(playwright, only);
  if (report.tests.length === 0) throw notRunError(report.errors);
  const store = options.reopen ? await openExisting(location) : null;
  const outcomes =
    store === null
      ? report.tests.map((test) => ({ ...test, reopened: false }))
      : await using(store, (open) => reopenFailed(open, report.tests));
  show(outcomes, options, terminal);
  return outcomes.some(({ failure }) => failure !== null) ? 1 : 0;
}

async function reopenFailed(store: Store, tests: readonly CheckTest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const test of tests) {
    const reopened = test.failure === null ? false : await reopenOne(store, test.annotationId, test.failure);
    outcomes.push({ ...test, reopened });
  }
  return outcomes;
}

const checker: Actor = { type: 'agent', agentId: 'annotate-mcp-check', agentName: 'annotate-mcp check' };
const longestFailure = 2_000;

/**
 * `false` when it is open already, or not in this store. The reply is not the person's: what a test prints has words of
 * the page in it.
 */
async function reopenOne(store: Store, id: string, failure: string): Promise<boolean> {
  const known = await store.get(id);
  if (known?.status !== 'resolved') return false;
  const now = new Date();
  const note = { id: randomUUID(), message: describeFailure(failure) };
  const changed = await store.update(id, (annotation) => {
    if (annotation.status !== 'resolved') return annotation;
    const author: Actor = { type: 'person', authorId: annotation.authorId };
    return reopen(reply(annotation, checker, now, note), author, now);
  });
  return changed.status === 'pending';
}

/** As a block of code, which the thread shows as it is. */
function describeFailure(failure: string): string {
  const text = failure.slice(0, longestFailure).replaceAll('```', "'''");
  return `The check of this comment fails:\n\n\`\`\`\n${text}\n\`\`\``;
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

function notRunError(errors: readonly string[]): CliError {
  return new CliError('check/failed', `Playwright ran none of the checks.\n${errors.join('\n')}`, {
    hint: 'Run npx playwright test to see what is wrong; the app has to be running, or `webServer` in the configuration start it.',
  });
}

