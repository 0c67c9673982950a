/** The words under which an annotation or a reply appears in a pull request. They follow from the annotation alone. */
import {
  type Annotation,
  attachmentPath,
  code,
  describeWish,
  nameAnnotation,
  nameAuthor,
  picturesOf,
  placeKeyOf,
  placeToEdit,
  type Reply,
  speaker,
} from '@annotate-mcp/core';

import { neutralize, quote } from './neutral-text.ts';

/** GitHub refuses more than 65,536 characters; the marker and what stands around the text need some of them. */
export const mostInComment = 60_000;
const mostInEntry = 4_000;
const mostInEntryReply = 1_000;
const mostEntryReplies = 10;
const mostInName = 200;

/** A comment on a line. */
export function describeOnLine(annotation: Annotation): string {
  const { annotationText } = annotation;
  return [
    `**${authorOf(annotation)}** about ${targetOf(annotation)}:`,
    '',
    quote(annotationText, { most: mostInComment - 10_000 }),
    '',
    ...detailsOf(annotation).map((detail) => `- ${detail}`),
    `- ${idOf(annotation)}`,
  ].join('\n');
}

/** One item of the list of annotations that are on no line of the pull request. */
export function describeInList(annotation: Annotation, state: 'open' | 'closed'): string {
  const { annotationText, replies } = annotation;
  const own = replies.filter(({ via }) => via === undefined);
  const shown = own.slice(-mostEntryReplies);
  return [
    `- [${state === 'closed' ? 'x' : ' '}] ${code(shortId(annotation.id))} **${authorOf(annotation)}** about ${targetOf(annotation)}`,
    ...detailsOf(annotation).map((detail) => `  - ${detail}`),
    '',
    quote(annotationText, { most: mostInEntry, indent: '  ' }),
    ...(own.length > shown.length
      ? ['', `  ${own.length - shown.length} earlier replies are left out.`]
      : []),
    ...shown.flatMap((reply) => [
      '',
      `  **${speakerOf(reply)}:**`,
      '',
      quote(reply.message, { most: mostInEntryReply, indent: '  ' }),
    ]),
  ].join('\n');
}

export const listHead = [
  '### Annotations that are on no line of this pull request',
  '',
  'To answer one, begin a comment with its id, as in `3f2a91c0: done`. A ticked box closes it.',
].join('\n');

export function describeReply(reply: Reply): string {
  const picture = reply.screenshot === undefined ? [] : ['', `- ${pictureNote([reply.screenshot])}`];
  return [
    `**${speakerOf(reply)}** wrote in the project:`,
    '',
    quote(reply.message, { most: mostInComment }),
    ...picture,
  ].join('\n');
}

/** For people who answer. Ids are UUIDs, unless a store was written by hand. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

function authorOf(annotation: Annotation): string {
  if (annotation.kind === 'markdown' && annotation.agentName !== undefined)
    return `${neutralize(speaker({ author: 'agent', agentName: annotation.agentName }))} (agent)`;
  return neutralize(nameAuthor(annotation));
}

function speakerOf(reply: Reply): string {
  return `${neutralize(speaker(reply))}${reply.author === 'agent' ? ' (agent)' : ''}`;
}

/** Without the query of the address, where apps keep what is secret. */
function targetOf(annotation: Annotation): string {
  const place = placeKeyOf(annotation).replace(/\?[^#]*/g, '');
  return `${code(cut(nameAnnotation(annotation)))} on ${code(cut(place))}`;
}

function detailsOf(annotation: Annotation): string[] {
  return [
    ...sourceOf(annotation),
    ...selectorOf(annotation),
    ...wishesOf(annotation),
    ...pictures(annotation),
  ];
}

function sourceOf(annotation: Annotation): string[] {
  if (annotation.kind === 'markdown') {
    const { suggestion } = annotation;
    if (suggestion === undefined) return [];
    return [
      `Suggested: ${suggestion.replacement === '' ? 'delete it' : code(cut(suggestion.replacement, 2_000))}`,
    ];
  }
  const location = annotation.kind === 'page' ? undefined : placeToEdit(annotation);
  if (location !== undefined) return [`Source: ${code(cut(`${location.file}:${location.line}`))}`];
  return annotation.kind === 'component' ? [`Component: ${code(cut(annotation.componentFilePath))}`] : [];
}

function selectorOf(annotation: Annotation): string[] {
  const selector = 'selector' in annotation ? annotation.selector : '';
  return selector === '' ? [] : [`Selector: ${code(cut(selector))}`];
}

function wishesOf(annotation: Annotation): string[] {
  const wishes = 'wishes' in annotation ? (annotation.wishes ?? []) : [];
  return wishes.slice(0, 20).map((wish) => `Tried by hand: ${code(cut(describeWish(wish), 500))}`);
}

function pictures(annotation: Annotation): string[] {
  const names = picturesOf(annotation);
  return names.length === 0 ? [] : [pictureNote(names)];
}

/** GitHub offers programs no place for pictures of comments, and a picture of a person's screen is not published unasked. */
function pictureNote(names: readonly string[]): string {
  const files = names.map((name) => code(attachmentPath(name))).join(', ');
  return `${names.length === 1 ? 'A picture is' : `${names.length} pictures are`} only on the machine where this was written: ${files}. Drag ${names.length === 1 ? 'it' : 'them'} into a reply to show ${names.length === 1 ? 'it' : 'them'} here.`;
}

function idOf({ id }: Annotation): string {
  return `annotate-mcp ${code(shortId(id))}`;
}

function cut(text: string, most = mostInName): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
