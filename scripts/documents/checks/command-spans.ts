import type { Passage } from '../document.ts';
import { type DocumentCheck, findingsAt } from '../finding.ts';
import { annotateMcp } from '../programs/annotate-mcp.ts';
import { npm } from '../programs/npm.ts';
import { npx } from '../programs/npx.ts';
import { commandsIn } from '../shell.ts';

/** Commands that sentences and tables name: `npm run build`, `annotate-mcp work --agent claude`. */
export const commandSpans: DocumentCheck = {
  name: 'command in a sentence exists with its options',
  check: async (document) => findingsAt(document, document.spans, describeSpan),
};

const checked = [annotateMcp, npx, npm];

async function describeSpan({ text }: Passage): Promise<string | null> {
  const program = checked.find(({ name }) => text.startsWith(`${name} `));
  // What is left out is not a command that can be parsed.
  if (program === undefined || /…|\.\.\./.test(text)) return null;
  const [[, ...words] = []] = commandsIn(text);
  const problem = await program.describeProblem(words);
  return problem !== null && namesOnly(problem) ? null : problem;
}

/** A sentence may name a command or an option without what it needs. */
function namesOnly(problem: string): boolean {
  return /missing required argument|argument missing/i.test(problem);
}
