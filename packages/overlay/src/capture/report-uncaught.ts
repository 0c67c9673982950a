import { randomUuid } from '@annotate-mcp/core';

import type { Connection } from '../connection/connection.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { View } from '../window/frames.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { ConsoleTail } from './console-tail.ts';
import { watchUncaught } from './uncaught.ts';

/** Option `captureErrors`: each becomes a note on the page it happened on. */
export function reportUncaught(
  view: View,
  store: OverlayStateContainer,
  connection: Connection,
  tail: ConsoleTail,
): () => void {
  return watchUncaught(view, {
    tail,
    known: () => [...store.get().annotations.values()].map(({ annotationText }) => annotationText),
    report(error) {
      const { url, title, viewport } = readPageFacts();
      connection.create(
        {
          kind: 'page',
          pageUrl: url,
          pageTitle: title,
          viewport: { ...viewport },
          ...error,
          id: randomUuid(),
        },
        { draft: false },
      );
    },
  });
}
