/** Formats annotations as a table for people, or as tab-separated lines for programs. */
import {
  addressOf,
  type Annotation,
  cleanName,
  isWholeDocument,
  nameTarget,
  type Outcome,
  outcomeOf,
  outcomeWords,
} from '@annotate-mcp/core';

import { age } from '../age.ts';
import { type Colors, printable } from '../terminal.ts';

import { padded, shortened, widthOf } from './width.ts';

export interface TableOptions {
  columns: number;
  colors: Colors;
  now: Date;
}

const gap = '  ';
const idWidth = 8;
const nameWidth = 40;
const subjectWidth = 30;
const peopleWidth = 24;

export function table(annotations: readonly Annotation[], { columns, colors, now }: TableOptions): string[] {
  const isSigned = annotations.some((annotation) => peopleOf(annotation) !== '');
  const headings = ['id', 'status', 'age', ...(isSigned ? ['by'] : []), 'on'];
  const rows = annotations.map((annotation) => ({
    annotation,
    cells: [
      annotation.id.slice(0, idWidth),
      statusOf(annotation),
      age(annotation.createdAt, now),
      ...(isSigned ? [shortened(peopleOf(annotation), peopleWidth)] : []),
      shortened(subjectOf(annotation), subjectWidth),
    ],
  }));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(({ cells }) => widthOf(cells[column] ?? ''))),
  );
  const used = widths.reduce((sum, width) => sum + width + gap.length, 0);
  const room = Math.max(20, columns - used);
  const aligned = (cells: readonly string[]) =>
    cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  return [
    colors.dim([...aligned(headings), 'text'].join(gap)),
    ...rows.map(({ annotation, cells }) => {
      const [id = '', status = '', ...others] = aligned(cells);
      const text = shortened(`${originOf(annotation)}${printable(annotation.annotationText)}`, room);
      return [colors.dim(id), colored(annotation, status, colors), ...others, text].join(gap);
    }),
  ];
}

/** What a page has shown says more than that an agent says that it is done. */
function statusOf(annotation: Annotation): string {
  const outcome = outcomeOf(annotation);
  return outcome === null || outcome === 'done' ? annotation.status : outcomeWords[outcome];
}

/** Who wrote it and who is to do it, as far as they have names. */
function peopleOf({ origin, authorName, assignee }: Annotation): string {
  const author = origin === undefined ? (cleanName(authorName ?? '') ?? '') : '';
  const to = assignee === undefined ? '' : `→ ${cleanName(assignee.name) ?? ''}`;
  return printable(`${author} ${to}`.trim());
}

/** One line per annotation, with complete ids and times. */
export function plainLine(annotation: Annotation): string {
  const { id, status, createdAt, annotationText } = annotation;
  const text = `${originOf(annotation)}${annotationText}`;
  return [id, status, createdAt, addressOf(annotation), subjectOf(annotation), text]
    .map(printable)
    .join('\t');
}

/** Who wrote what came with the repository is what it claims. */
function originOf({ origin, authorId, authorName }: Annotation): string {
  return origin === undefined
    ? ''
    : `[not trusted, says author ${printable(authorName?.slice(0, nameWidth) ?? authorId.slice(0, idWidth))}] `;
}

function subjectOf(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'component':
      return printable([annotation, ...(annotation.targets ?? [])].map(nameTarget).join(', '));
    case 'element':
      return printable(annotation.description);
    case 'text':
      return `"${printable(annotation.anchor.quote)}"`;
    case 'page':
      return printable(annotation.pageTitle) || 'page';
    case 'markdown':
      return printable(
        isWholeDocument(annotation.anchor)
          ? annotation.path
          : `${annotation.path}:${annotation.anchor.line_start}`,
      );
  }
}

function colored(annotation: Annotation, text: string, colors: Colors): string {
  switch (annotation.status) {
    case 'pending':
      return colors.blue(text);
    case 'acknowledged':
      return colors.yellow(text);
    case 'resolved':
      return outcomeColors[outcomeOf(annotation) ?? 'done'](colors)(text);
    case 'draft':
    case 'dismissed':
      return colors.dim(text);
  }
}

const outcomeColors: Readonly<Record<Outcome, (colors: Colors) => (text: string) => string>> = {
  done: ({ green }) => green,
  removed: ({ dim }) => dim,
  unseen: ({ dim }) => dim,
  missing: ({ yellow }) => yellow,
  broken: ({ red }) => red,
};
