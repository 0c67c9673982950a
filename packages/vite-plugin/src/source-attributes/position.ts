/** The attribute that says where an element is written, for frameworks that do not say so themselves. */
export const sourceAttribute = 'data-annotate-source';

export interface TextPosition {
  line: number;
  column: number;
}

/** Finds lines and columns, both from 1, for offsets into this text; asked often for the same text. */
export function createPositions(text: string): (offset: number) => TextPosition {
  const starts = lineStarts(text);
  return (offset) => {
    const line = lastAtMost(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The offset of each line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function sourceValue(path: string, { line, column }: TextPosition): string {
  return `${path}:${line}:${column}`;
}

/** ` data-annotate-source="…"`, as it stands in HTML, JSX and a template literal alike. */
export function attributeText(path: string, position: TextPosition): string {
  // A file name may hold what ends an attribute, or what a template literal would take for code.
  const value = sourceValue(path, position).replace(/[&"<>{}`$\\]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return ` ${sourceAttribute}="${value}"`;
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
