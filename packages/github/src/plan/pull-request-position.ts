/** Where in a pull request an annotation belongs. */
import { type Annotation, isWholeDocument, placeToEdit } from '@annotate-mcp/core';

import { lineBefore, type LineRange, shownPart } from './diff-lines.ts';

interface LinePosition {
  /** From the top of the repository. */
  path: string;
  lines: LineRange;
}

/** `list`: on no line of the pull request. `unknown`: the commit of the pull request is not here to compare lines with. */
export type PullRequestPosition = LinePosition | 'list' | 'unknown';

/** The files of a pull request that annotations name, with what is needed to place them. */
export interface ChangedLines {
  /** Lines that GitHub takes comments on, by path from the top of the repository. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
  /** By the same paths: how the file here differs from the one of the pull request; `null` when that is not known. */
  readonly differences: ReadonlyMap<string, string | null>;
}

/** `prefix` leads from the top of the repository to the project, and is empty or ends in `/`. */
export function positionOf(
  annotation: Annotation,
  prefix: string,
  { shown, differences }: ChangedLines,
): PullRequestPosition {
  const source = sourceOf(annotation);
  if (source === null) return 'list';
  const path = `${prefix}${source.file}`;
  const ranges = shown.get(path);
  if (ranges === undefined || ranges.length === 0) return 'list';
  const difference = differences.get(path) ?? null;
  if (difference === null) return 'unknown';
  const [start, end] = [lineBefore(difference, source.lines.start), lineBefore(difference, source.lines.end)];
  if (start === null || end === null) return 'list';
  const lines = shownPart({ start, end }, ranges);
  return lines === null ? 'list' : { path, lines };
}

/** The files that annotations name, from the top of the repository. */
export function namedFiles(annotations: readonly Annotation[], prefix: string): Set<string> {
  return new Set(
    annotations.flatMap((annotation) => {
      const source = sourceOf(annotation);
      return source === null ? [] : [`${prefix}${source.file}`];
    }),
  );
}

function sourceOf(annotation: Annotation): { file: string; lines: LineRange } | null {
  if (annotation.kind === 'markdown') {
    const { path, anchor, anchorState } = annotation;
    if (anchorState !== 'placed' || isWholeDocument(anchor)) return null;
    return { file: path, lines: { start: anchor.line_start, end: anchor.line_end } };
  }
  const location =
    (annotation.kind === 'page' ? undefined : placeToEdit(annotation)) ??
    ('componentLocation' in annotation ? annotation.componentLocation : undefined);
  if (location === undefined) return null;
  return { file: location.file, lines: { start: location.line, end: location.line } };
}
