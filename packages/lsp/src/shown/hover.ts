/** A whole thread, for the moment when the pointer is over its line. */
import type { Annotation, Reply } from '@annotate-mcp/core';

import { shortId } from './diagnostic.ts';
import { pageLink } from './page-link.ts';
import { asMarkdown, plainLine, plainText } from './plain-text.ts';
import { describeOrigin, describeState } from './state.ts';
import { titleOf } from './title.ts';

/** Only names, times and rules are Markdown of our own. */
export function threadAsMarkdown(annotation: Annotation): string {
  const link = pageLink(annotation);
  const notes = notesOf(annotation).map((note) => `_${asMarkdown(note)}_`);
  return [
    `**${asMarkdown(titleOf(annotation))}** · ${shortId(annotation.id)}`,
    ...commentsOf(annotation).map(
      ({ name, at, text }) => `**${asMarkdown(plainLine(name))}** · ${timeOf(at)}\n\n${asMarkdown(text)}`,
    ),
    ...notes,
    ...(link === null ? [] : [`[Open the page](<${link.replace(/[<>\\\s]/g, encodeURIComponent)}>)`]),
  ].join('\n\n');
}

export function threadAsText(annotation: Annotation): string {
  return [
    `${plainLine(titleOf(annotation))} (${shortId(annotation.id)})`,
    ...commentsOf(annotation).map(
      ({ name, at, text }) => `${plainLine(name)}, ${timeOf(at)}:\n${plainText(text).trim()}`,
    ),
    ...notesOf(annotation),
  ].join('\n\n');
}

export interface ThreadComment {
  id: string;
  name: string;
  at: string;
  text: string;
  isAgent: boolean;
}

/** The annotation's own text first. */
export function commentsOf(annotation: Annotation): ThreadComment[] {
  const { id, createdAt, annotationText, authorName, replies } = annotation;
  const agentName = annotation.kind === 'markdown' ? annotation.agentName : undefined;
  return [
    {
      id,
      name: agentName ?? authorName ?? 'The person',
      at: createdAt,
      text: annotationText,
      isAgent: agentName !== undefined,
    },
    ...replies.map(commentOf),
  ];
}

function commentOf(reply: Reply): ThreadComment {
  const { id, createdAt, message, author, agentName, authorName } = reply;
  const name = author === 'agent' ? (agentName ?? 'Agent') : (authorName ?? 'The person');
  return { id, name, at: createdAt, text: message, isAgent: author === 'agent' };
}

function notesOf(annotation: Annotation): string[] {
  return [describeState(annotation), describeOrigin(annotation)].filter((note) => note !== null);
}

/** In UTC, as in exports. */
function timeOf(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
