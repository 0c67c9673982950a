/** Names what a comment is about, the same before and after a reload, so that text kept for it comes back. */
import type { PagePayload } from '@annotate-mcp/core';

import { pageKey } from './page-key.ts';
import type { Subject } from './state.ts';

export function subjectKey(subject: Subject, pageUrl: string): string {
  switch (subject.kind) {
    case 'page':
      return keyOf(pageUrl, []);
    case 'text':
      return keyOf(subject.text.pageUrl, [{ selector: subject.text.anchor.quote }]);
    case 'picked':
      return keyOf(
        pageUrl,
        subject.picked.map(({ target }) => target),
      );
  }
}

/** The key of the subject that the payload was made of. */
export function payloadKey(payload: PagePayload): string {
  switch (payload.kind) {
    case 'page':
      return keyOf(payload.pageUrl, []);
    case 'text':
      return keyOf(payload.pageUrl, [{ selector: payload.anchor.quote }]);
    case 'element':
      return keyOf(payload.pageUrl, [payload]);
    case 'component':
      return keyOf(payload.pageUrl, [payload, ...(payload.targets ?? [])]);
  }
}

interface Nameable {
  readonly componentName?: string;
  readonly domPath?: string;
  readonly selector: string;
}

/** The path tells items of a list apart; the name tells a component from its parent, when both were reached from one element. */
function keyOf(pageUrl: string, targets: readonly Nameable[]): string {
  const names = targets.map(
    ({ componentName = 'unknown', domPath, selector }) => `${componentName} ${domPath ?? selector}`,
  );
  return [pageKey(pageUrl), ...names].join(' | ');
}
