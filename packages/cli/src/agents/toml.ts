/** The little of TOML that is needed to put one table into a file without touching the rest of it. */

/** Replaces the table and those below it, in place; else it goes to the end. `block` is the table with its header. */
export function putTable(text: string, name: readonly string[], block: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = block.trimEnd().split(/\r?\n/);
  const { before, after } = cutOut(text.split(/\r?\n/), name);
  if (after !== null) return [...before, ...table, ...after].join(eol);
  const rest = before.join(eol).trimEnd();
  return [...(rest === '' ? [] : [rest, '']), ...table, ''].join(eol);
}

/** The text without the table and those below it. */
export function removeTable(text: string, name: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const { before, after } = cutOut(text.split(/\r?\n/), name);
  if (after === null) return text;
  const rest = [...before, ...after].join(eol).trimEnd();
  return rest === '' ? '' : rest + eol;
}

/** The lines around the table; `after` is `null` when there is no such table. */
function cutOut(
  lines: readonly string[],
  name: readonly string[],
): { before: string[]; after: string[] | null } {
  const before: string[] = [];
  let after: string[] | null = null;
  for (const section of sectionsOf(lines)) {
    if (!isBelow(section.name, name)) (after ?? before).push(...section.lines);
    else after = [...(after ?? []), ...trailingRemarks(section.lines)];
  }
  return { before, after };
}

interface Section {
  /** `null` before the first header. */
  name: string[] | null;
  lines: string[];
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ name: null, lines: [] }];
  for (const line of lines) {
    const name = headerOf(line);
    if (name !== null) sections.push({ name, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The dotted name in `[a."b".c]` and `[[a.b]]`. */
function headerOf(line: string): string[] | null {
  const [, dotted] =
    /^\s*\[{1,2}\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*\]{1,2}\s*(?:#.*)?$/.exec(
      line,
    ) ?? [];
  if (dotted === undefined) return null;
  return [...dotted.matchAll(/[\w-]+|"[^"]*"|'[^']*'/g)].map(([part]) => part.replace(/^["']|["']$/g, ''));
}

function isBelow(section: readonly string[] | null, name: readonly string[]): boolean {
  return section !== null && name.every((part, index) => section[index] === part);
}

/** Blank lines and comments at the end of a table speak about the next one. */
function trailingRemarks(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  return lines.slice(last + 1);
}
