/**
 * Front matter of skills and commands, in the part of YAML that every reader agrees on: one `name: value` a line,
 * the value plain or in single quotes. What Claude Code cannot read it drops without a word, so it is refused here.
 */
export interface FrontMatter {
  fields: ReadonlyMap<string, string>;
  body: string;
  problems: string[];
}

export function readFrontMatter(text: string): FrontMatter {
  const [, head, body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  if (head === undefined)
    return { fields: new Map(), body: text, problems: ['has no front matter between lines of ---'] };
  const fields = new Map<string, string>();
  const problems: string[] = [];
  for (const line of head.split('\n')) {
    const [, name, value] = /^([a-z][a-z-]*): (\S.*)$/.exec(line) ?? [];
    const read = value === undefined ? null : scalar(value);
    if (name === undefined || read === null) problems.push(`has a line that is not "name: value": ${line}`);
    else if (fields.has(name)) problems.push(`says ${name} twice`);
    else fields.set(name, read);
  }
  return { fields, body: body.trim(), problems };
}

/** `null` for what YAML would not read as these very words. */
function scalar(value: string): string | null {
  const [, quoted] = /^'((?:[^']|'')*)'$/.exec(value) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  const isPlain = /^[\p{L}\d$]/u.test(value) && !/: |:$| #|\s$/.test(value);
  return isPlain ? value : null;
}
