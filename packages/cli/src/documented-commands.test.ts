/** Every command that a document shows is one that the program understands. Nothing is run. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createProgram, parse, type ProgramOptions } from './program.ts';
import { documentedCommands, wordsOf } from './testing/examples.ts';

const repository = join(import.meta.dirname, '../../..');
const documents = globSync(['README.md', 'docs/*.md', 'packages/*/README.md'], { cwd: repository })
  .sort()
  .map((file) => ({ file, commands: documentedCommands(readFileSync(join(repository, file), 'utf8')) }))
  .filter(({ commands }) => commands.length > 0);

it('finds the documents with commands', () => {
  expect(documents.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['README.md', 'docs/team.md', 'docs/work.md', 'packages/cli/README.md']),
  );
});

it.each(documents)('$file shows commands that exist, with their options', async ({ commands }) => {
  for (const command of commands) {
    let understood = '';
    const options: ProgramOptions = {
      version: '0.0.0',
      invoke: async ({ name }) => {
        understood = name;
      },
      write: () => undefined,
    };
    const words = wordsOf(command);
    const problem = await parse(createProgram(options, words), words, options).catch(String);
    expect({ command, understood, problem }).toEqual({
      command,
      understood: expect.stringMatching(/./) as unknown,
      problem: undefined,
    });
  }
});
