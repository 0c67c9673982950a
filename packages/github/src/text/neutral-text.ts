/** Text of people, agents and pages in a form in which GitHub shows it and does nothing else with it. */

/** Has no width and breaks no line. */
const joiner = '\u2060';

/**
 * The text with an invisible character where GitHub would read HTML, notify a person or a team, or note the comment in
 * another issue. A backslash or an entity would not do: GitHub looks for mentions in the rendered text, and in code both
 * would be visible. The rest of the text stays Markdown.
 */
export function neutralize(text: string): string {
  return text
    .replace(/(?![\n\r\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/<(?=[a-z/!?])|@(?=[a-z\d])|#(?=\d)|\bGH-(?=\d)/gi, (found) => `${found}${joiner}`);
}

/** What `neutralize` was given, for a text that a person has edited there. */
export function restore(text: string): string {
  return text.replaceAll(joiner, '');
}

/** In a quote block, so that no list, heading or fence in it reaches beyond it. */
export function quote(text: string, { most, indent = '' }: { most: number; indent?: string }): string {
  const lines = neutralize(text).split(/\r\n|[\r\n\u2028\u2029]/);
  const quoted = lines.map((line) => `${indent}> ${line}`.trimEnd()).join('\n');
  if (quoted.length <= most) return quoted;
  const kept = quoted.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…\n${indent}>\n${indent}> _(cut: ${quoted.length - kept.length} more characters are only in the project)_`;
}

/** The lines of the first quote block of a comment without what `quote` added; `null` when there is none. */
export function quotedIn(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('>'));
  if (start === -1) return null;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => !line.startsWith('>'));
  const quoted = end === -1 ? rest : rest.slice(0, end);
  return restore(quoted.map((line) => line.replace(/^> ?/, '')).join('\n')).trim();
}
