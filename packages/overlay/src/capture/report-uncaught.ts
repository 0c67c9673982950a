import { randomUuid } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import type { Connection } from '../connection/connection.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { PageWindow } from '../window/frames.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { ConsoleTail } from './console-tail.ts';
import { watchUncaught } from './uncaught.ts';

/** Option `captureErrors`: each uncaught error becomes an annotation of its page. */
export function reportUncaught(
  pageWindow: PageWindow,
  container: OverlayStateContainer,
  connection: Connection,
  consoleTail: ConsoleTail,
): () => void {
  return watchUncaught(pageWindow, {
    consoleTail,
    knownTexts: () => [...container.get().annotations.values()].map(({ annotationText }) => annotationText),
    onUncaught(error) {
      const { url, title, viewport } = readPageFacts();
      connection.create(
        {
          kind: 'page',
          pageUrl: url,
          pageTitle: redactText(title),
          viewport: { ...viewport },
          ...error,
          id: randomUuid(),
        },
        { draft: false },
      );
    },
  });
}
