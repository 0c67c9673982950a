/** The moves of an agent in a shell: the tools of the MCP server, with what a shell needs around them. */
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import {
  AnnotateError,
  annotationNotFoundError,
  annotationToMarkdown,
  sentStatuses,
} from '@annotate-mcp/core';
import type { Moved, ShellMove } from '@annotate-mcp/mcp-server/shell';
import { listFacts, listLeftOut, partsOf, type Store } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { locateStore, openWithDocuments, using } from '../project-store.ts';
import { printable, printableLines, readByAgent, type Terminal } from '../terminal.ts';

import { openShellAgent } from './open-shell.ts';
import { identify, type ShellIdentity } from './shell-identity.ts';

export interface MoveOptions extends GlobalOptions {
  as?: string;
  json?: boolean;
}

/** An id or its beginning, and what the tool takes besides. */
export interface MoveArguments {
  id: string;
  [field: string]: unknown;
}

export async function makeMove(
  name: ShellMove,
  { id: wanted, ...rest }: MoveArguments,
  options: MoveOptions,
  terminal: Terminal,
): Promise<void> {
  const identity = await identify(options.as);
  if (name === 'acknowledge' && identity.caller === null && options.as === undefined) throw noCallerError();
  const location = locateStore(options);
  const store = await openWithDocuments(location);
  if (store === null)
    throw annotationNotFoundError(printable(wanted), `Nothing is annotated in ${location.root}.`);
  const notices: string[] = [];
  await using(store, async (open) => {
    const id = await findId(open, wanted);
    const agent = await openShellAgent(open, location, identity, (notice) => notices.push(notice));
    try {
      const moved = await agent.move(name, { ...rest, id });
      show(name, moved, { identity, notices }, options, terminal);
    } catch (error) {
      for (const notice of notices) terminal.note(printable(notice));
      throw inShell(error, name);
    } finally {
      await agent.close();
    }
  });
}

/** `-` stands for what is written to stdin. Words that the shell has split are one text. */
export async function readText(
  words: readonly string[],
  what: string,
  { dialog }: Terminal,
): Promise<string | undefined> {
  if (words.length === 0) return undefined;
  const text = words.length === 1 && words[0] === '-' ? await readAll(dialog.input) : words.join(' ');
  if (text.trim() === '') throw blankError(what);
  if (text.length > mostCharacters) throw tooLongError(what, text.length);
  return text;
}

/** What the tools take. */
const mostCharacters = 20_000;

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text.replace(/\s+$/, '');
}

/** As people name files in a shell: from the folder that they are in, or from the root of the project. */
export function filesFromRoot(named: readonly string[], options: GlobalOptions): string[] {
  const { root } = locateStore(options);
  return named.map((file) => {
    const path = resolve(file);
    const isHere = existsSync(path) && isInside(path, root);
    return isHere ? relative(root, path).split(sep).join('/') : file;
  });
}

/** The whole id; of what an agent may not have, too, so that the tool says why. */
async function findId(store: Store, wanted: string): Promise<string> {
  if ((await store.get(wanted)) !== null) return wanted;
  const facts = await listFacts(store, { status: sentStatuses });
  const leftOut = await Promise.all(partsOf(store).map((part) => listLeftOut(part)));
  const ids = [...facts.map(({ id }) => id), ...leftOut.flatMap(({ withheld }) => withheld)];
  const found = wanted === '' ? [] : [...new Set(ids)].filter((id) => id.startsWith(wanted.toLowerCase()));
  const [first, second] = found;
  if (first === undefined) throw annotationNotFoundError(printable(wanted), seeList);
  if (second === undefined) return first;
  throw new CliError('shell/ambiguous', `${found.length} ids begin with ${printable(wanted)}.`, {
    hint: 'Nothing was changed. Give more of the id: annotate-mcp list --json prints it whole.',
  });
}

const seeList = 'Nothing was changed. annotate-mcp list shows the ids there are.';

interface Shown {
  identity: ShellIdentity;
  notices: readonly string[];
}

function show(
  name: ShellMove,
  { annotation, result, remarks }: Moved,
  { identity, notices }: Shown,
  { json = false }: MoveOptions,
  terminal: Terminal,
): void {
  if (json) {
    const all = notices.length === 0 ? result : { ...result, notices };
    terminal.print(JSON.stringify(all, null, 2));
    return;
  }
  const { id } = annotation;
  const lines = terminal.isScreen ? printableLines : (text: string) => text;
  if (name === 'acknowledge') {
    if (!terminal.isScreen) terminal.note(readByAgent);
    terminal.print(lines(annotationToMarkdown(annotation).trimEnd()));
    terminal.note(describeClaim(id, identity));
  } else terminal.print(`${done[name]} ${id}.`);
  for (const remark of remarks) terminal.print(remark);
  for (const notice of notices) terminal.note(printable(notice));
}

const done: Record<Exclude<ShellMove, 'acknowledge'>, string> = {
  reply: 'Replied to',
  resolve: 'Resolved',
  dismiss: 'Dismissed',
  release: 'Gave back',
};

function describeClaim(id: string, { name, caller }: ShellIdentity): string {
  const lasts =
    caller === null
      ? `until you release it, or two hours after your last command; add --as ${JSON.stringify(name)} to each`
      : `until process ${caller.pid} (${printable(caller.program)}) ends`;
  return `You hold ${id} as ${printable(name)}, ${lasts}.`;
}

/** The same error; where its hint names tools of the MCP server, a hint for a shell. */
function inShell(error: unknown, name: ShellMove): unknown {
  if (!(error instanceof AnnotateError)) return error;
  const hint = hints[error.code];
  if (hint === undefined) return error;
  const { code, message, quotesPage } = error;
  return new AnnotateError(code, message, { hint: hint(commandOf[name]), quotesPage, cause: error });
}

const commandOf: Record<ShellMove, string> = {
  acknowledge: 'take',
  reply: 'reply',
  resolve: 'resolve',
  dismiss: 'dismiss',
  release: 'release',
};

const hints: Partial<Record<AnnotateError['code'], (command: string) => string>> = {
  'annotation/not-found': () => seeList,
  'annotation/unread-replies': (command) => `Act on that, then run annotate-mcp ${command} again.`,
  'arguments/invalid': (command) => `Nothing was changed. annotate-mcp ${command} --help says what it takes.`,
  'lifecycle/held': (command) =>
    command === 'take'
      ? 'Take another one: annotate-mcp watch waits for it. The claim ends when it is released, or when what it belongs to ends.'
      : 'Nothing was changed. If you hold it under a name, add the same --as; if you took it from another process, run this there.',
};

function blankError(what: string): CliError {
  return new CliError('shell/no-text', `The ${what} is blank; nothing was changed.`, {
    hint: 'Write at least one word, or - and the text to stdin.',
  });
}

function tooLongError(what: string, length: number): CliError {
  return new CliError('shell/no-text', `The ${what} has ${length} characters; nothing was changed.`, {
    hint: `Use at most ${mostCharacters}.`,
  });
}

function noCallerError(): CliError {
  return new CliError(
    'shell/no-caller',
    'No process was found that goes on after this command, so a claim would end at once. Nothing was taken.',
    { hint: 'Name yourself, in this command and all that follow: annotate-mcp take ID --as NAME.' },
  );
}
