/** Changes source texts. Reading and writing files is project-files.ts. */

export interface Edit {
  text: string;
  /** The line where the change starts, from 1. */
  line: number;
  /** The text before the change. */
  replaced: string;
}

/** Replaces the occurrence nearest to `line`, the first of equally near ones; `null` when there is none. */
export function replaceNearest(source: string, from: string, to: string, line = 1): Edit | null {
  let nearest: { at: number; line: number } | null = null;
  for (let at = source.indexOf(from); at !== -1 && from !== ''; at = source.indexOf(from, at + from.length)) {
    const found = { at, line: lineOf(source, at) };
    if (nearest === null || Math.abs(found.line - line) < Math.abs(nearest.line - line)) nearest = found;
  }
  return nearest === null ? null : splice(source, nearest.at, from, to);
}

/**
 * Replaces the text between the opening tag at this position and the next tag. `null` when there is no such text, or
 * when it is computed.
 */
export function replaceTextAt(
  source: string,
  { line, column }: { line: number; column: number },
  to: string,
): Edit | null {
  const tag = source.indexOf('<', offsetOf(source, line, column));
  if (tag === -1 || lineOf(source, tag) !== line) return null;
  const start = endOfTag(source, tag);
  const end = start === null ? -1 : source.indexOf('<', start);
  if (start === null || end === -1) return null;
  const content = source.slice(start, end);
  const words = content.trim();
  if (words === '' || /[{}]/.test(words)) return null;
  return splice(source, start + content.indexOf(words), words, to);
}

function splice(source: string, at: number, from: string, to: string): Edit {
  return {
    text: source.slice(0, at) + to + source.slice(at + from.length),
    line: lineOf(source, at),
    replaced: from,
  };
}

/** The offset after the `>` of the opening tag, not of one inside an attribute. `null` for `<br />`. */
function endOfTag(source: string, tag: number): number | null {
  let quote: string | null = null;
  let depth = 0;
  for (let at = tag; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote !== null) {
      if (character === quote) quote = null;
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '>' && depth === 0) return source.charAt(at - 1) === '/' ? null : at + 1;
  }
  return null;
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length;

function offsetOf(source: string, line: number, column: number): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + Math.max(0, column - 1);
}
