/** The commands that work on the database of a team server. */
export const teamCommands = ['project', 'token', 'invite', 'audit', 'person'] as const;

/** The words of an example as a shell would pass them on, without the program's own name. */
export function wordsOf(example: string): string[] {
  const [program, ...words] = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  if (program !== 'annotate-mcp') throw new Error(`"${example}" does not begin with annotate-mcp.`);
  return words;
}
