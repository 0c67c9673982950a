import type { CodeBlock, Passage } from '../document.ts';
import { type DocumentCheck, findingsAt } from '../finding.ts';
import { programs } from '../programs/index.ts';
import { commandsIn } from '../shell.ts';

/** Each line of a block is a command that can be typed. */
export const shellBlocks: DocumentCheck = {
  name: 'command of a shell block exists with its options',
  check: async (document) => {
    const shell = document.blocks.filter(({ language }) => ['sh', 'bash'].includes(language));
    return findingsAt(document, shell.flatMap(linesOf), describeLine);
  },
};

function linesOf({ text, line }: CodeBlock): Passage[] {
  const joined = text.replace(/\\\n\s*/g, ' ');
  return joined.split('\n').map((each, index) => ({ text: each, line: line + index }));
}

async function describeLine({ text }: Passage): Promise<string | null> {
  const commands = readCommands(text);
  if (typeof commands === 'string') return commands;
  const problems = await Promise.all(commands.map(describeCommand));
  return problems.find((problem) => problem !== null) ?? null;
}

/** The commands, or why they cannot be read. */
function readCommands(text: string): string[][] | string {
  try {
    return commandsIn(text);
  } catch (error) {
    return String(error);
  }
}

async function describeCommand([name = '', ...words]: readonly string[]): Promise<string | null> {
  const program = programs.find((each) => each.name === name);
  if (program === undefined)
    return `${name} is a program that no check knows (scripts/documents/programs/index.ts).`;
  return program.describeProblem(words);
}
