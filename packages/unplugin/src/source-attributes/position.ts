import { lastAtMost } from '@annotate-mcp/core';

/** The attribute with the source position of an element, for frameworks that do not store it themselves. */
export const sourceAttribute = 'data-annotate-source';

/** The attribute with the name of the component that an element is an outermost one of, where nothing else says it. */
const componentAttribute = 'data-annotate-component';

/**
 * The attribute with the line and column at which HTML is put into an element as a text; its file is that of the element. On
 * an element of that HTML it has the file, too.
 */
export const htmlAttribute = 'data-annotate-html';

export interface TextPosition {
  line: number;
  column: number;
}

/** Returns a function that converts offsets in this text to lines and columns, both from 1. */
export function createPositions(text: string): (offset: number) => TextPosition {
  const starts = lineStarts(text);
  return (offset) => {
    const line = lastAtMost(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The offset of the start of each line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function sourceValue(path: string, { line, column }: TextPosition): string {
  return `${path}:${line}:${column}`;
}

/** ` data-annotate-source="…"`, in a form that is valid in HTML, JSX and a template literal; with a condition only in JSX. */
export function attributeText(path: string, position: TextPosition, condition?: string): string {
  if (condition !== undefined) {
    const attribute = JSON.stringify({ [sourceAttribute]: sourceValue(path, position) });
    return ` {...(${condition} && ${attribute})}`;
  }
  return ` ${sourceAttribute}="${escapeValue(sourceValue(path, position))}"`;
}

/** ` data-annotate-component="…"` in the same form. */
export function componentText(name: string): string {
  return ` ${componentAttribute}="${escapeValue(name)}"`;
}

/** ` data-annotate-html="…"` in the same form. */
export function htmlText({ line, column }: TextPosition): string {
  return ` ${htmlAttribute}="${line}:${column}"`;
}

// A file name may contain characters that end an attribute or start an expression in a template literal.
export function escapeValue(value: string): string {
  return value.replace(/[&"<>{}`$\\]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
