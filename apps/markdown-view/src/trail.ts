/** The documents that a person has gone through by links, in one frame or tab. */
import { randomUuid } from '@annotate-mcp/core';

import { recordOf } from './host/tool-answer.ts';
import type { OpenedView, ViewHost } from './host/view-host.ts';
import { pollServer } from './sync/poll-server.ts';
import { createServer } from './sync/server.ts';

export interface Trail {
  /** The name of the document that `goBack` returns to; `null` in the first one. */
  readonly back: string | null;
  readonly follow: (view: OpenedView, fragment: string) => void;
  readonly goBack: () => void;
}

/** One document on the screen. */
export interface ShownDocument {
  readonly host: ViewHost;
  readonly opened: OpenedView;
  /** The part to begin with; empty for where the person was, or the beginning. */
  readonly fragment: string;
  readonly trail: Trail;
}

export interface Stoppable {
  readonly stop: () => void;
}

/**
 * Shows the first document, and others as links are followed; the one before is stopped first. In a tab each is an entry
 * of the browser's history, so that the browser's Back works and a reload shows the same document.
 */
export function showDocuments<View extends Stoppable>(
  host: ViewHost,
  first: OpenedView,
  show: (shown: ShownDocument) => View,
): { readonly current: () => View } & Stoppable {
  const isTab = host.kind === 'page';
  let followed = isTab ? followedOf(history.state) : [];
  let view: View | null = null;
  let endPresence: (() => void) | null = null;

  /** The document that the review was opened for stays open while others are read. */
  const updatePresence = () => {
    if (followed.length > 0) endPresence ??= stayPresent(host, first);
    else {
      endPresence?.();
      endPresence = null;
    }
  };
  const showLast = (fragment: string): View => {
    updatePresence();
    view?.stop();
    const all = [first, ...followed];
    const opened = all.at(-1) ?? first;
    const trail: Trail = {
      back: all.at(-2)?.opened.fileMeta.name ?? null,
      follow(next, part) {
        followed = [...followed, next];
        if (isTab) history.pushState({ [stateKey]: followed }, '');
        showLast(part);
      },
      goBack() {
        if (isTab) history.back();
        else {
          followed = followed.slice(0, -1);
          showLast('');
        }
      },
    };
    const own = opened === first ? host : host.forView(opened);
    return (view = show({ host: own, opened, fragment, trail }));
  };
  const onHistory = (event: PopStateEvent) => {
    followed = followedOf(event.state);
    showLast('');
  };
  if (isTab) addEventListener('popstate', onHistory);
  let current = showLast('');
  return {
    current: () => (current = view ?? current),
    stop() {
      removeEventListener('popstate', onHistory);
      endPresence?.();
      view?.stop();
    },
  };
}

const stateKey = 'annotateMcpFollowed';

/** The browser keeps it for this page; only this page writes it. */
function followedOf(state: unknown): OpenedView[] {
  const saved = recordOf(state)[stateKey];
  return Array.isArray(saved) ? saved.filter(isOpenedView) : [];
}

function isOpenedView(value: unknown): value is OpenedView {
  const { opened, token, path } = recordOf(value);
  const { viewUUID, fileMeta } = recordOf(opened);
  const { name } = recordOf(fileMeta);
  return [token, path, viewUUID, name].every((field) => typeof field === 'string');
}

/**
 * Keeps polling for a view that is not on the screen: the person reads a linked document and comes back, and the agent
 * that waits for this one must not hear that they have left. Returns how to end it.
 */
function stayPresent(host: ViewHost, opened: OpenedView): () => void {
  const ignored = { apply: async () => undefined, onConnection: () => undefined };
  return pollServer(createServer(host, opened), ignored, randomUuid()).stop;
}
