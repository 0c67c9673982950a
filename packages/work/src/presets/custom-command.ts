import { basename } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import type { AgentCommand } from './preset.ts';

/** A command of the person's own. */
export function customCommand([program, ...args]: readonly string[]): AgentCommand {
  if (program === undefined) throw badCommandError('The command is empty.');
  const signIn = 'Start the program in a terminal and sign in there.';
  return { name: nameOf(program, args), program, args, isTyped: true, signIn };
}

const runners = new Set(['node', 'npx', 'bun', 'bunx', 'deno', 'python', 'python3', 'uvx']);

/** No option, and no code that is run directly. */
const isName = /^[^\s-]\S{0,200}$/;

/** What runs another program says less about the agent than that program. */
function nameOf(program: string, args: readonly string[]): string {
  const name = baseName(program);
  const started = runners.has(name.toLowerCase()) ? args.find((word) => isName.test(word)) : undefined;
  return started === undefined ? name : baseName(started);
}

/** Windows has an ending on every program. */
function baseName(path: string): string {
  return basename(path).replace(/(?<=.)\.(?:bat|cmd|com|exe)$/i, '');
}

/** Words as a terminal would split them; nothing is expanded, and no shell runs. */
export function splitCommand(text: string, platform: NodeJS.Platform = process.platform): string[] {
  const { word, unquote } = platform === 'win32' ? windowsWords : shellWords;
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [found] = word.exec(rest) ?? [];
    if (found === undefined) throw badCommandError(`A quote is not closed in: ${text}`);
    words.push(unquote(found));
    rest = rest.slice(found.length).trimStart();
  }
  return words;
}

/** With double and single quotes, and a backslash before what means itself. */
const shellWords = { word: /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/s, unquote };

/** Backslashes separate folders, and an apostrophe is a letter. */
const windowsWords = { word: /^(?:"[^"]*"|[^\s"])+/, unquote: (word: string) => word.replaceAll('"', '') };

function unquote(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string | undefined) =>
      double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
}

function badCommandError(message: string): AnnotateError {
  return new AnnotateError('work/bad-command', message, {
    hint: 'Write the command as you would in a terminal, for example: gemini --acp',
  });
}
