/** Shows a Markdown file in a browser tab, for an agent that can run commands but has no user interface. */
import { resolve } from 'node:path';

import {
  serveDocument,
  type ServedDocument,
  type SubmittedBatch,
  summarizeDocument,
} from '@annotate-mcp/mcp-server/markdown';

import { bundledFolder } from '../bundled-files.ts';
import type { ExitCode, GlobalOptions } from '../command.ts';
import { printable, printableLines, type Terminal } from '../terminal.ts';

import { openInBrowser } from './browser.ts';
import { requireInsideRoot } from './require-inside-root.ts';

export interface ReviewOptions {
  mode: 'edit' | 'review';
  keepOpen?: boolean;
  open: boolean;
  text?: boolean;
  json?: boolean;
}

/** Ends after the first batch unless `keepOpen` is set. The exit code is 1 when it was stopped before that. */
export async function review(
  named: string,
  options: ReviewOptions & GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = requireInsideRoot(resolve(named), options);
  if (options.text === true) return describe(file, options, terminal);
  const { mode, debug = false } = options;
  const served = await serveDocument({
    file,
    viewFolder: bundledFolder('view'),
    mode,
    ...(debug && { debug: (line: string) => terminal.note(line) }),
  });
  const stop = () => void served.close();
  for (const signal of signals) process.once(signal, stop);
  try {
    await invite(served, options, terminal);
    const isSubmitted = await showSubmitted(served, options, terminal);
    await sayWhatIsLeft(file, isSubmitted, terminal);
    return isSubmitted ? 0 : 1;
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await served.close();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

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

/** Prints the address once, to stderr: a program that has it can write comments in the person's name. */
async function invite(
  { url, fileMeta, open: earlier }: ServedDocument,
  { open, keepOpen = false }: ReviewOptions,
  { note }: Terminal,
): Promise<void> {
  note(`Review of ${printable(fileMeta.path)}: ${url}`);
  if (earlier.length > 0) note(`${counted(earlier.length, ' from before')} still open.`);
  note(
    keepOpen
      ? 'Comments are printed at each "Submit all". Press Ctrl+C to stop.'
      : 'Waiting for "Submit all". Press Ctrl+C to stop.',
  );
  if (open && !(await openInBrowser(url))) note('No browser could be opened. Open the address yourself.');
}

/** Whether there was anything. */
async function showSubmitted(
  { submitted, fileMeta }: ServedDocument,
  options: ReviewOptions,
  terminal: Terminal,
): Promise<boolean> {
  let isSubmitted = false;
  for await (const batch of submitted) {
    await show(batch, fileMeta.path, options, terminal);
    isSubmitted = true;
    if (options.keepOpen !== true && !isAside(batch)) break;
  }
  return isSubmitted;
}

/** A comment that was sent with "Answer now"; the person is still writing the batch. */
function isAside({ comments }: SubmittedBatch): boolean {
  return comments.every(({ store }) => store === 'memory');
}

async function show(
  { mode, comments, text }: SubmittedBatch,
  path: string,
  { json = false, keepOpen = false }: ReviewOptions,
  terminal: Terminal,
): Promise<void> {
  const printed = json ? JSON.stringify({ path, mode, comments }, null, keepOpen ? 0 : 2) : text.trimEnd();
  await terminal.write(`${terminal.isScreen ? printableLines(printed) : printed}\n`);
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
