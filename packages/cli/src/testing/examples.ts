/** The commands that work on the database of a team server. */
export const teamCommands = ['project', 'token', 'invite', 'audit', 'person'] as const;

/** The words of an example as a shell would pass them on, without the program's own name. */
export function wordsOf(example: string): string[] {
  const [program, ...words] = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  if (program !== 'annotate-mcp') throw new Error(`"${example}" does not begin with annotate-mcp.`);
  return words;
}

/** The lines of a document's shell blocks that run this program, without `npx` and comments behind them. */
export function documentedCommands(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash|shell)\n([^]*?)^```/gm)].map(
    ([, block = '']) => block,
  );
  return blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').replace(/^npx (?:-y |--yes )?/, ''))
    .filter((line) => /^annotate-mcp(?: |$)/.test(line));
}
