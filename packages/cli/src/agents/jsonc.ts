/** JSON with comments, as editors and agents keep their configuration. */
import {
  findNodeAtLocation,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

import { isRecord } from '@annotate-mcp/core';

/** The value, or where the text stops being JSON. Comments and trailing commas are allowed, an empty text is not. */
export function parseJsonc(text: string): { value: unknown } | { problem: string } {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return { value };
  const line = text.slice(0, first.offset).split('\n').length;
  return { problem: `line ${line}: ${describeProblem(printParseErrorCode(first.error))}` };
}

const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is not JSON',
  InvalidNumberFormat: 'a number that is not written as JSON has it',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing after a name',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'something follows after the end of the JSON',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a text has no closing quote',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'a \\u in a text is not followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash in a text is followed by a letter that JSON does not know',
  InvalidCharacter: 'a character that JSON does not allow there, such as a line break in a text',
};

/** In the words of a person; the parser names its errors for programs. */
function describeProblem(code: string): string {
  return problems[code] ?? 'it is not JSON there';
}

/**
 * Sets one value, or removes it, and leaves every other byte as it is: jsonc-parser's own edits lay out the neighbours
 * again and drop their comments. `null` when something on the way to it is not an object.
 */
export function setJsonc(text: string, path: readonly string[], value: unknown): string | null {
  const body = withoutMark(text);
  const root = parseTree(body, [], { allowTrailingComma: true });
  const edited =
    root === undefined
      ? multiLine(nested(path, value), '', layoutOf(body))
      : editNode(body, root, path, value);
  return edited === null ? null : text.slice(0, text.length - body.length) + edited;
}

/** A value as it is written, with its comments; empty when there is none. */
export function textAt(text: string, path: readonly string[]): string {
  const body = withoutMark(text);
  const root = parseTree(body, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  return node === undefined ? '' : body.slice(node.offset, endOf(node));
}

/** Editors on Windows put a byte order mark in front. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function editNode(body: string, node: Node, path: readonly string[], value: unknown): string | null {
  const [key, ...rest] = path;
  if (node.type !== 'object' || key === undefined) return null;
  const property = node.children?.find((each) => each.children?.[0]?.value === key);
  const [, current] = property?.children ?? [];
  if (property === undefined || current === undefined)
    return value === undefined ? body : insert(body, node, key, nested(rest, value));
  if (rest.length > 0) return editNode(body, current, rest, value);
  if (value === undefined) return remove(body, node, property);
  const layout = layoutOf(body);
  const isLong = body.slice(current.offset, endOf(current)).includes('\n');
  const written = isLong ? multiLine(value, indentAt(body, property.offset), layout) : oneLine(value);
  return body.slice(0, current.offset) + written + body.slice(endOf(current));
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** As the last one, in the layout of the others: on lines of its own unless they share one. */
function insert(body: string, object: Node, key: string, value: unknown): string {
  const layout = layoutOf(body);
  const children = object.children ?? [];
  const last = children.at(-1);
  const inner = body.slice(object.offset, endOf(object));
  const isOnOneLine =
    last === undefined ? !body.includes('\n') && body.trim() !== '{}' : !inner.includes('\n');
  if (isOnOneLine) {
    const written = `${JSON.stringify(key)}: ${oneLine(value)}`;
    if (last === undefined)
      return `${body.slice(0, object.offset)}{ ${written} }${body.slice(endOf(object))}`;
    return `${body.slice(0, endOf(last))}, ${written}${body.slice(endOf(last))}`;
  }
  const { eol, unit } = layout;
  const indent = last === undefined ? indentAt(body, object.offset) + unit : indentAt(body, last.offset);
  const written = `${eol}${indent}${JSON.stringify(key)}: ${multiLine(value, indent, layout)}`;
  if (last === undefined) {
    const open = object.offset + 1;
    // What is in it, such as a comment, stays below.
    const close = body.slice(open, endOf(object) - 1).includes('\n')
      ? ''
      : eol + indentAt(body, object.offset);
    return body.slice(0, open) + written + close + body.slice(open);
  }
  const comma = commaAfter(body, endOf(last));
  const lineEnd = lineEndAfter(body, (comma ?? endOf(last) - 1) + 1);
  const isBeforeEnd = lineEnd < endOf(object) - 1;
  // A comment behind the last one on its line stays with it.
  const at = isBeforeEnd ? lineEnd : (comma ?? endOf(last) - 1) + 1;
  return [
    body.slice(0, endOf(last)),
    comma === null ? ',' : '',
    body.slice(endOf(last), at),
    written,
    comma === null ? '' : ',',
    body.slice(at),
  ].join('');
}

function remove(body: string, object: Node, property: Node): string {
  const children = object.children ?? [];
  const index = children.indexOf(property);
  const [before, after] = [children[index - 1], children[index + 1]];
  const ownComma = commaAfter(body, endOf(property));
  const end = (ownComma ?? endOf(property) - 1) + 1;
  const lineStart = body.lastIndexOf('\n', property.offset) + 1;
  const hasLines =
    body.slice(lineStart, property.offset).trim() === '' && /^[ \t]*\r?\n/.test(body.slice(end));
  // Its lines with the line break in front of them, or what stands between it and its neighbour.
  const from = hasLines
    ? lineStart - (body[lineStart - 2] === '\r' ? 2 : 1)
    : startOf(body, object, property, before);
  const to = !hasLines && after !== undefined ? after.offset : end;
  const rest = body.slice(to);
  const head = body.slice(0, from);
  if (before === undefined && after === undefined && body.slice(object.offset + 1, from).trim() === '') {
    const inside = body.slice(to, endOf(object) - 1);
    if (inside.trim() === '') return `${body.slice(0, object.offset)}{}${body.slice(endOf(object))}`;
  }
  // The comma that it had in front as the last one goes too.
  const comma =
    before === undefined || after !== undefined || ownComma !== null ? null : commaAfter(body, endOf(before));
  return comma === null || comma >= from ? head + rest : head.slice(0, comma) + head.slice(comma + 1) + rest;
}

/** Of one that shares its line: with the comma in front of it, where it is the last one. */
function startOf(body: string, object: Node, property: Node, before: Node | undefined): number {
  const isLast = object.children?.at(-1) === property;
  if (!isLast) return property.offset;
  return before === undefined ? object.offset + 1 : (commaAfter(body, endOf(before)) ?? endOf(before));
}

/** The offset of the comma behind a value, over blanks and comments; `null` when there is none. */
function commaAfter(body: string, from: number): number | null {
  const [gap = ''] = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(body.slice(from)) ?? [];
  return body[from + gap.length] === ',' ? from + gap.length : null;
}

/** Behind what follows on the same line, if that is blank or a comment; `from` itself otherwise. */
function lineEndAfter(body: string, from: number): number {
  const [rest] = /^[ \t]*(?:\/\*[^\r\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(body.slice(from)) ?? [];
  return from + (rest?.length ?? 0);
}

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

function layoutOf(text: string): Layout {
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ' };
}

function multiLine(value: unknown, indent: string, { eol, unit }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`);
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}

function indentAt(body: string, at: number): string {
  const line = body.slice(body.lastIndexOf('\n', at - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const endOf = ({ offset, length }: Node) => offset + length;
