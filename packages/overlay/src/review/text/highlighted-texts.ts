/** Finds the text of each annotation again when the page changes, and keeps it highlighted. */
import type { Annotation } from '@annotate-mcp/core';

import type { TextTracker, TextTrackerOptions } from '../../tracking/lazy-tracker.ts';
import { createIdleSearch } from '../../tracking/idle-search.ts';
import type { PageWindow } from '../../window/frames.ts';

import { type Click, hitText } from './find-clicked-text.ts';
import type { SeenPages } from './seen-pages.ts';
import type { Painter } from './painter.ts';
import type { TextPlacement } from './place-texts.ts';
import { createTextPlacements, type TextOnPage } from './text-placements.ts';

export interface HighlightedTextsOptions extends TextTrackerOptions {
  readonly pageWindow: PageWindow;
  readonly painter: Painter;
  readonly seenPages: SeenPages;
}

export interface HighlightedTexts extends TextTracker {
  /** The id of the annotation whose text was clicked. */
  readonly at: (hit: Click) => string | null;
  readonly stateOf: (id: string) => TextPlacement['state'];
  /** The setting that hides badges hides highlights too. */
  readonly hide: (hidden: boolean) => void;
}

// As for elements: rendering a route or loading data takes about this long.
const graceMs = 1000;

export function createHighlightedTexts({
  pageWindow,
  painter,
  seenPages,
  onPlaced,
  onLost,
}: HighlightedTextsOptions): HighlightedTexts {
  const places = createTextPlacements(pageWindow.document, seenPages);
  let annotations: readonly TextOnPage[] = [];
  let hidden = false;
  let graceTimer = 0;
  let reported: readonly string[] = [];
  let roots = new Set<Node>();

  const update = () => {
    watch(places.update(annotations));
    paint();
    report();
  };
  const search = createIdleSearch(pageWindow, {
    next: () => [update],
    find: (again) => again(),
    onDone: () => undefined,
  });
  const changes = new pageWindow.MutationObserver(search.schedule);
  const watch = (shadowRoots: readonly ShadowRoot[]) => {
    const now = new Set<Node>([pageWindow.document, ...shadowRoots]);
    if (now.size === roots.size && [...now].every((root) => roots.has(root))) return;
    roots = now;
    changes.disconnect();
    for (const root of roots) {
      changes.observe(root, { subtree: true, childList: true, characterData: true });
    }
  };

  const paint = () => {
    const drawn = hidden ? [] : annotations;
    painter.show(drawn.map(({ id, status }) => ({ id, status, ranges: places.rangesOf(id) })));
  };
  const missing = () => annotations.map(({ id }) => id).filter((id) => places.rangesOf(id).length === 0);
  /** Reports found targets at once, and missing ones only after `graceMs`. */
  const report = () => {
    const ids = missing();
    reportLost(ids.filter((id) => reported.includes(id)));
    onPlaced(annotations.filter(({ id }) => !ids.includes(id)));
    if (ids.every((id) => reported.includes(id)) || graceTimer !== 0) return;
    graceTimer = pageWindow.setTimeout(() => {
      graceTimer = 0;
      watch(places.update(annotations));
      paint();
      reportLost(missing());
    }, graceMs);
  };
  const reportLost = (ids: readonly string[]) => {
    if (ids.length === reported.length && ids.every((id) => reported.includes(id))) return;
    reported = ids;
    onLost(new Set(ids));
  };
  const stopWatching = () => {
    changes.disconnect();
    roots = new Set();
    search.stop();
    pageWindow.clearTimeout(graceTimer);
    graceTimer = 0;
    places.update([]);
    paint();
    reportLost([]);
  };

  return {
    show(list) {
      const before = annotations;
      annotations = list.filter(isText);
      if (annotations.length > 0) update();
      else if (before.length > 0) stopWatching();
    },
    refresh() {
      if (annotations.length > 0) update();
    },
    rangesOf: places.rangesOf,
    elementOf: (id) => places.rangesOf(id)[0]?.startContainer.parentElement ?? null,
    stateOf: places.stateOf,
    at: (hit) => {
      const drawn = hidden ? [] : annotations;
      return hitText(
        drawn.map(({ id }) => ({ id, ranges: places.rangesOf(id) })),
        hit,
      );
    },
    hide(wanted) {
      if (wanted === hidden) return;
      hidden = wanted;
      paint();
    },
    close() {
      annotations = [];
      stopWatching();
    },
  };
}

function isText(annotation: Annotation): annotation is TextOnPage {
  return annotation.kind === 'text';
}
