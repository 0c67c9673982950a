import type { Annotation, SourceLocation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { anchorIn } from './anchor-in.ts';

/** A Markdown document. */
export const plan = '# Plan\n\nWe want to ship in May this year.\n';

/** The text of a file with so many lines. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, n) => `line ${n + 1};\n`).join('');
}

type Overrides = Parameters<typeof sampleAnnotation>[0];

/** On an element of this line. */
export function onLine(
  n: number,
  file: string,
  line: number,
  { column = 1, ...more }: Overrides & { column?: number } = {},
): Annotation {
  const sample = sampleAnnotation({ id: idOf(n), annotationText: `comment ${n}`, ...more, kind: 'element' });
  const sourceLocation: SourceLocation = { file, line, column };
  return { ...sample, sourceLocation } as Annotation;
}

/** On these words of a Markdown document. */
export function onPassage(
  n: number,
  path: string,
  text: string,
  quote: string,
  more: Overrides = {},
): Annotation {
  const sample = sampleAnnotation({ id: idOf(n), annotationText: `comment ${n}`, ...more, kind: 'markdown' });
  return { ...sample, path, anchor: anchorIn(text, quote) } as Annotation;
}

/** Two ids differ in their first characters, as real ones do. */
export function idOf(n: number): string {
  return uuidOf(n).replace(/^0{8}/, n.toString(16).padStart(8, '0'));
}
