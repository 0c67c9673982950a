/** A key for the target of a comment, the same before and after a reload, so that kept text can be restored. */
import { pageKey, type PagePayload } from '@annotate-mcp/core';

import type { ComposeTarget } from './state.ts';

export function targetKey(target: ComposeTarget, pageUrl: string): string {
  switch (target.kind) {
    case 'page':
      return buildKey(pageUrl, []);
    case 'text':
      return buildKey(target.text.pageUrl, [{ selector: target.text.anchor.quote }]);
    case 'picked':
      return buildKey(
        pageUrl,
        target.picked.map((each) => each.target),
      );
  }
}

/** The same key, computed from the payload. */
export function payloadKey(payload: PagePayload): string {
  switch (payload.kind) {
    case 'page':
      return buildKey(payload.pageUrl, []);
    case 'text':
      return buildKey(payload.pageUrl, [{ selector: payload.anchor.quote }]);
    case 'element':
      return buildKey(payload.pageUrl, [payload]);
    case 'component':
      return buildKey(payload.pageUrl, [payload, ...(payload.targets ?? [])]);
  }
}

interface NamedTarget {
  readonly componentName?: string;
  readonly domPath?: string;
  readonly selector: string;
}

/** The path distinguishes items of a list; the name distinguishes a component from its parent on the same element. */
function buildKey(pageUrl: string, targets: readonly NamedTarget[]): string {
  const names = targets.map(
    ({ componentName = 'unknown', domPath, selector }) => `${componentName} ${domPath ?? selector}`,
  );
  return [pageKey(pageUrl), ...names].join(' | ');
}
