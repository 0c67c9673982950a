/** Shows a Markdown file in a browser tab, for an agent that can run commands but has no user interface. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import type { GivenVerdict } from '@annotate-mcp/markdown';
import { projectAround } from '@annotate-mcp/markdown/project';
import {
  type ReviewEvent,
  serveDocument,
  type ServedDocument,
  shareDocument,
  type SubmittedBatch,
  summarizeDocument,
} from '@annotate-mcp/mcp-server/markdown';
import { findProjectRoot } from '@annotate-mcp/store';
import { isInside, realPath, realPathIfThere } from '@annotate-mcp/store/files';

import { bundledFolder } from '../bundled-files.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { howToReach } from '../how-to-reach.ts';
import { printable, printableLines, type Terminal } from '../terminal.ts';
import { endingSignals } from '../until-signal.ts';
import { createProjectAgents } from '../work/project-agents.ts';

import { openInBrowser } from './open-in-browser.ts';

export interface ReviewOptions {
  mode: 'edit' | 'review';
  keepOpen?: boolean;
  open: boolean;
  text?: boolean;
  share?: boolean;
  json?: boolean;
  port?: number;
  host?: string;
}

/** Ends after the first batch or verdict, or when the person closes the page, unless `keepOpen` is set. */
export async function review(
  named: string,
  options: ReviewOptions & GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = requireInsideRoot(resolve(named), options);
  if (options.share === true) return share(file, terminal);
  if (options.text === true) return describe(file, options, terminal);
  const { mode, port, host, debug = false } = options;
  const agents = agentsAround(file, options, terminal);
  const served = await serveDocument({
    file,
    viewFolder: bundledFolder('view'),
    mode,
    address: { port, host },
    isReadByPerson: terminal.isScreen,
    projectAgents: (root) => (root === agents?.root ? agents : null),
    ...(debug && { debug: (line: string) => terminal.note(line) }),
  });
  const stop = () => void served.close();
  for (const signal of endingSignals) process.once(signal, stop);
  try {
    await invite(served, options, terminal);
    const outcome = await showEvents(
      served,
      { ...options, staysOpen: () => agents?.isStarted() === true },
      terminal,
    );
    if (outcome.hasLeft) terminal.note('The page was closed without a verdict.');
    await sayWhatIsLeft(file, outcome.isSubmitted, terminal);
    return exitCodeFor(outcome);
  } finally {
    for (const signal of endingSignals) process.off(signal, stop);
    await served.close();
    await agents?.close();
  }
}

function agentsAround(file: string, { store, debug = false }: GlobalOptions, { note }: Terminal) {
  const root = projectAround(realPathIfThere(file));
  if (root === null) return null;
  const onError = (error: unknown) => debug && note(`annotate-mcp: ${printable(String(error))}`);
  return { ...createProjectAgents(root, store, onError), root };
}

interface ReviewOutcome {
  isSubmitted: boolean;
  /** The last one. */
  verdict: GivenVerdict | null;
  hasLeft: boolean;
}

/** A batch without a verdict counts as a comment. 1 when it was stopped before the person did anything. */
function exitCodeFor({ isSubmitted, verdict, hasLeft }: ReviewOutcome): ExitCode {
  if (verdict?.verdict === 'changes') return 2;
  if (hasLeft) return 3;
  return isSubmitted ? 0 : 1;
}

async function share(file: string, terminal: Terminal): Promise<ExitCode> {
  const sidecar = await shareDocument(file);
  terminal.note(`Git sees ${sidecar} now, with your drafts. Commit it to share the review.`);
  return 0;
}

/** Prints the blocks of the file for an agent that cannot show it. */
async function describe(
  file: string,
  { json = false }: ReviewOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { fileMeta, blocks, moreBlocks = 0, unsent } = await summarizeDocument(file);
  if (json) {
    terminal.print(JSON.stringify({ path: fileMeta.path, blocks, moreBlocks, unsent }, null, 2));
    return 0;
  }
  const shown = terminal.isScreen ? printable : (line: string) => line;
  for (const block of blocks) terminal.print(shown(block));
  if (moreBlocks > 0) terminal.note(moreBlocks === 1 ? 'There is 1 more.' : `There are ${moreBlocks} more.`);
  return 0;
}

/** Prints the address once, to stderr. It opens one tab: a program that reads it afterwards cannot use it. */
async function invite(
  { url, fileMeta, open: earlier }: ServedDocument,
  { open, host, keepOpen = false }: ReviewOptions,
  { note }: Terminal,
): Promise<void> {
  note(`Review of ${printable(fileMeta.path)}: ${url}`);
  if (earlier.length > 0) note(`${counted(earlier.length, ' from before')} still open.`);
  note(
    keepOpen
      ? 'Comments and verdicts are printed as they are submitted. Press Ctrl+C to stop.'
      : 'Waiting for comments or a verdict. Press Ctrl+C to stop.',
  );
  if (open && (await openInBrowser(url))) return;
  const way = host === undefined ? howToReach(url, { hasHost: true }) : null;
  if (open) note('No browser could be opened. Open the address yourself.');
  if (way !== null) note(way);
}

async function showEvents(
  { events, createUrl, fileMeta: { path } }: ServedDocument,
  options: ReviewOptions & { staysOpen: () => boolean },
  terminal: Terminal,
): Promise<ReviewOutcome> {
  const outcome: ReviewOutcome = { isSubmitted: false, verdict: null, hasLeft: false };
  for await (const event of events) {
    // An agent that was started from the view ends with this program.
    const keepOpen = options.keepOpen === true || options.staysOpen();
    if (event.type === 'left' && keepOpen) {
      terminal.note(`The page was closed. To go on, open ${await createUrl()}`);
      continue;
    }
    await show(event, path, options, terminal);
    if (event.type === 'left') return { ...outcome, hasLeft: true };
    outcome.isSubmitted = true;
    outcome.verdict = event.verdict ?? outcome.verdict;
    if (!keepOpen && !isAside(event)) break;
  }
  return outcome;
}

/** A comment that was sent with "Answer now"; the person is still writing the batch. */
function isAside({ comments, verdict }: SubmittedBatch): boolean {
  return verdict === null && comments.every(({ store }) => store === 'memory');
}

async function show(
  event: ReviewEvent,
  path: string,
  { json = false, keepOpen = false }: ReviewOptions,
  terminal: Terminal,
): Promise<void> {
  const text = event.type === 'left' ? '' : event.text.trimEnd();
  const printed = json ? JSON.stringify({ path, ...describeEvent(event) }, null, keepOpen ? 0 : 2) : text;
  if (printed === '') return;
  await terminal.write(`${terminal.isScreen ? printableLines(printed) : printed}\n`);
}

function describeEvent(event: ReviewEvent): object {
  if (event.type === 'left') return { verdict: null, comments: [], reviewerLeft: true };
  const { mode, verdict, comments } = event;
  return { mode, verdict, comments };
}

async function sayWhatIsLeft(file: string, isSubmitted: boolean, { note }: Terminal): Promise<void> {
  const unsent = await unsentOf(file);
  if (unsent > 0)
    note(`${counted(unsent)} saved and not submitted; the next review has ${unsent === 1 ? 'it' : 'them'}.`);
  else if (!isSubmitted) note('Nothing was submitted.');
}

async function unsentOf(file: string): Promise<number> {
  try {
    return (await summarizeDocument(file)).unsent;
  } catch {
    // The file may have been removed meanwhile, which is not an error of this command.
    return 0;
  }
}

function counted(comments: number, which = ''): string {
  return comments === 1 ? `1 comment${which} is` : `${comments} comments${which} are`;
}

/** Any file may be named. With `--root` it has to be inside that folder, after links are followed. */
function requireInsideRoot(file: string, { root }: GlobalOptions): string {
  if (root === undefined || !existsSync(file)) return file;
  const folder = findProjectRoot({ root });
  if (isInside(realPath(file), folder)) return file;
  throw new AnnotateError('markdown/outside-roots', `${file} is not in ${folder}.`, {
    hint: 'Leave --root out, or name the folder that holds the file.',
  });
}
