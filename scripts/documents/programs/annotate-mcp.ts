import { createProgram, parse } from 'annotate-mcp/program';

import type { Program } from './program.ts';

/** Parsed by the program's own table of commands; nothing is run. */
export const annotateMcp: Program = {
  name: 'annotate-mcp',
  describeProblem: async (words) => {
    const line = JSON.stringify(words);
    const known = problems.get(line) ?? describeProblem(words);
    problems.set(line, known);
    return known;
  },
};

/** Documents name the same commands again and again, and setting the program up takes some milliseconds. */
const problems = new Map<string, Promise<string | null>>();

async function describeProblem(words: readonly string[]): Promise<string | null> {
  const options = { version: '', invoke: async () => undefined, write: () => undefined };
  try {
    await parse(createProgram(options), words, options);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return isHelp(error) ? null : `annotate-mcp ${words.join(' ')}: ${error.message}`;
  }
}

/** Commander ends `--help` and `--version` with an error, too. */
function isHelp(error: Error): boolean {
  return 'exitCode' in error && error.exitCode === 0;
}
