/**
 * Where a template puts HTML into the page as a text, by the place of each tag that does: lines and columns from 1, as in
 * `12:5`. `text` is a template, or a file of TypeScript with templates in it.
 */
export function findHtml(text: string): Record<string, string> {
  // Nearly all templates are done here.
  if (!text.includes('innerHTML')) return {};
  const found: Record<string, string> = {};
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const placeOf = (offset: number) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return `${line + 1}:${offset - (starts[line] ?? 0) + 1}`;
  };
  for (const tag of text.matchAll(/<[a-z][\w:-]*(?=[\s/])/gi)) {
    const directive = findDirective(text, tag.index + tag[0].length);
    if (directive !== null) found[placeOf(tag.index)] = placeOf(directive);
  }
  return found;
}

/** The offset of the attribute in the tag whose name ends at this offset, beside its values. */
function findDirective(text: string, nameEnd: number): number | null {
  const parts = /=\s*(?:"[^"]*"|'[^']*')|(?:\[innerHTML\]|\bbind-innerHTML|\binnerHTML)(?=\s*=)|[<>]/g;
  parts.lastIndex = nameEnd;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    if (/^[<>]/.test(part[0])) return null;
    if (!part[0].startsWith('=')) return part.index;
  }
  return null;
}
