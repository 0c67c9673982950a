/** JSON with comments, as editors and agents keep their configuration. */
import {
  applyEdits,
  findNodeAtLocation,
  type FormattingOptions,
  modify,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** The value, or where the text stops being JSON. Comments and trailing commas are allowed, an empty text is not. */
export function parseJsonc(text: string): { value: unknown } | { problem: string } {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return { value };
  const line = text.slice(0, first.offset).split('\n').length;
  return { problem: `line ${line}: ${printParseErrorCode(first.error)}` };
}

/**
 * Sets one value and leaves every other byte, comments included, as it is. `null` when something on the way to it
 * is no object.
 */
export function setJsonc(text: string, path: readonly string[], value: unknown): string | null {
  const body = withoutMark(text);
  const parent = findNodeAtLocation(parseTree(body) ?? noNode, path.slice(0, -1));
  if (parent !== undefined && parent.type !== 'object') return null;
  const mark = text.slice(0, text.length - body.length);
  const edits = modify(body, [...path], value, { formattingOptions: formattingOf(body) });
  return mark + applyEdits(body, edits);
}

const noNode: Node = { type: 'object', offset: 0, length: 0 };

/** Editors on Windows put a byte order mark in front. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
