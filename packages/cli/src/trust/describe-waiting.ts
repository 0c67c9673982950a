/** What came with the repository, as lines that a terminal only shows: who wrote how many, and how each begins. */
import { stripVTControlCharacters } from 'node:util';

import { addressOf, type Annotation, nameAnnotation } from '@annotate-mcp/core';

import { shortened } from '../list/width.ts';
import { printable, printableLines } from '../terminal.ts';

/** More are in `annotate-mcp list`. */
const mostShown = 20;
const longestName = 40;
const longestPlace = 60;

/** `columns`: as wide as the lines may be. */
export function describeWaiting(waiting: readonly Annotation[], columns: number): string[] {
  const shown = Map.groupBy(waiting.slice(0, mostShown), writerOf);
  const all = Map.groupBy(waiting, writerOf);
  const lines = [...shown].flatMap(([writer, comments]) => [
    `  ${writer}: ${all.get(writer)?.length ?? 0}`,
    ...comments.map((comment) => `    ${idOf(comment)}  ${shortened(firstLine(comment), columns - 14)}`),
  ]);
  const more = waiting.length - mostShown;
  return [
    `${countOf(waiting.length)} came with this repository.`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more: annotate-mcp list`] : []),
  ];
}

/** One comment with all of its words. */
export function describeWhole(comment: Annotation): string[] {
  const said = inertLines(comment.annotationText).split('\n');
  const replies = [...comment.replies, ...(comment.outsideReplies ?? [])].flatMap(({ message }) =>
    inertLines(message).split('\n'),
  );
  return [
    `${idOf(comment)}  ${writerOf(comment)}, on ${inert(nameAnnotation(comment), longestPlace)} of ${inert(addressOf(comment), longestPlace)}:`,
    ...said.map((line) => `    ${line}`),
    ...replies.map((line) => `    > ${line}`),
  ];
}

export function idOf({ id }: Annotation): string {
  return printable(id).slice(0, 8);
}

export function firstLine({ annotationText }: Annotation): string {
  return printable(stripVTControlCharacters(annotationText.trim().split('\n', 1)[0] ?? ''));
}

export function countOf(comments: number): string {
  return comments === 1 ? '1 comment' : `${comments} comments`;
}

/** As they are called there: a name proves nothing. */
function writerOf({ authorName }: Annotation): string {
  return authorName === undefined ? 'someone without a name' : `by "${inert(authorName, longestName)}"`;
}

function inert(text: string, most: number): string {
  return shortened(printable(stripVTControlCharacters(text)), most);
}

function inertLines(text: string): string {
  return printableLines(stripVTControlCharacters(text)).trimEnd();
}
