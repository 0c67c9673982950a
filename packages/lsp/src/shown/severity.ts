import { DiagnosticSeverity } from 'vscode-languageserver/node';

import type { Annotation } from '@annotate-mcp/core';

import { stateOf } from './state.ts';

/**
 * What waits for the person is a warning, what waits for an agent an information. What needs nothing at the moment, or is
 * not the person's own, is a hint, which editors do not list.
 */
export function severityOf(annotation: Annotation): DiagnosticSeverity {
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
