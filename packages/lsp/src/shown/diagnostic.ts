/** An annotation as editors list it. */
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
} from 'vscode-languageserver/node';

import type { Annotation } from '@annotate-mcp/core';

import type { PlacedSpot } from '../places/tracked-text.ts';

import { pageLink } from './page-link.ts';
import { plainLine, plainText, shortened } from './plain-text.ts';
import { describeState, notTrusted, stateOf } from './state.ts';

export const diagnosticSource = 'annotate-mcp';

/** Enough to tell the annotations of a project apart, and what `annotate-mcp list` shows. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

export interface DiagnosticOptions {
  related: readonly DiagnosticRelatedInformation[];
}

export function diagnosticOf(
  annotation: Annotation,
  { range, isFound }: PlacedSpot,
  { related }: DiagnosticOptions,
): Diagnostic {
  const href = pageLink(annotation);
  return {
    range,
    severity: severityOf(annotation),
    source: diagnosticSource,
    code: shortId(annotation.id),
    message: messageOf(annotation, isFound),
    ...(href !== null && { codeDescription: { href } }),
    ...(related.length > 0 && { relatedInformation: [...related] }),
  };
}

const longestText = 600;
const longestReply = 200;

function messageOf(annotation: Annotation, isFound: boolean): string {
  const origin = annotation.origin === undefined ? '' : `[${notTrusted}] `;
  const text = shortened(plainText(annotation.annotationText).trim(), longestText);
  return [
    `${origin}${text}`,
    ...lastReply(annotation),
    ...(isFound ? [] : ['The words that it is about are not here any more.']),
    ...[describeState(annotation)].filter((state) => state !== null),
  ].join('\n');
}

function lastReply({ replies }: Annotation): string[] {
  const last = replies.at(-1);
  if (last === undefined) return [];
  const name = last.author === 'agent' ? (last.agentName ?? 'Agent') : (last.authorName ?? 'Reply');
  return [`${plainLine(name)}: ${shortened(plainLine(last.message), longestReply)}`];
}

/**
 * What waits for the person is a warning, what waits for an agent an information. What needs nothing at the moment, or is
 * not the person's own, is a hint, which editors do not list.
 */
function severityOf(annotation: Annotation): DiagnosticSeverity {
  if (annotation.origin === 'repository') return DiagnosticSeverity.Hint;
  switch (stateOf(annotation)) {
    case 'waiting':
      return DiagnosticSeverity.Warning;
    case 'working':
      return DiagnosticSeverity.Information;
    case 'resolved':
      return DiagnosticSeverity.Hint;
    case 'open':
      return isToReview(annotation) ? DiagnosticSeverity.Hint : DiagnosticSeverity.Information;
  }
}

function isToReview(annotation: Annotation): boolean {
  return annotation.kind === 'markdown' && annotation.intent === 'review';
}
