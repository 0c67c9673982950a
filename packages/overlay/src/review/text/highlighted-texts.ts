/** Finds the text of each annotation again when the page changes, and keeps it highlighted. */
import type { Annotation } from '@annotate-mcp/core';

import { createIdleSearch } from '../../tracking/idle-search.ts';
import type { TextTracker, TextTrackerOptions } from '../../tracking/lazy-tracker.ts';
import { createLostReporter } from '../../tracking/lost-reporter.ts';
import type { PageWindow } from '../../window/frames.ts';

import { linesOf, type Painter } from './painter.ts';
import type { TextOnPage, TextPlacement } from './place-texts.ts';
import type { SeenPages } from './seen-pages.ts';
import type { TextSign } from './text-colors.ts';
import { createTextPlacements } from './text-placements.ts';

interface HighlightedTextsOptions extends TextTrackerOptions {
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

export function createHighlightedTexts(options: HighlightedTextsOptions): HighlightedTexts {
  const { pageWindow, painter, seenPages, onPlaced, onLost } = options;
  const placements = createTextPlacements(pageWindow.document, seenPages);
  let annotations: readonly TextOnPage[] = [];
  let hidden = false;

  const paint = () => {
    const drawn = hidden ? [] : annotations;
    painter.show(
      drawn.map((one) => ({ id: one.id, sign: signOf(one), ranges: placements.rangesOf(one.id) })),
    );
  };
  const isMissing = ({ id }: TextOnPage) => placements.rangesOf(id).length === 0;
  const place = () => {
    changes.watch(placements.update(annotations));
    paint();
  };
  const update = () => {
    place();
    lost.report();
    onPlaced(annotations.filter((one) => !isMissing(one)));
  };
  const lost = createLostReporter(pageWindow, {
    missing: () => annotations.filter(isMissing).map(({ id }) => id),
    retry: place,
    onLost,
  });
  const changes = watchChanges(pageWindow, update);
  const stop = () => {
    changes.stop();
    placements.update([]);
    paint();
    lost.stop();
  };

  return {
    show(list) {
      const before = annotations;
      annotations = list.filter(isText);
      if (annotations.length > 0) update();
      else if (before.length > 0) stop();
    },
    refresh() {
      if (annotations.length > 0) update();
    },
    rangesOf: placements.rangesOf,
    elementOf: (id) => placements.rangesOf(id)[0]?.startContainer.parentElement ?? null,
    stateOf: placements.stateOf,
    at: (click) => {
      const drawn = hidden ? [] : annotations;
      return findClickedText(
        drawn.map(({ id }) => ({ id, ranges: placements.rangesOf(id) })),
        click,
      );
    },
    hide(wanted) {
      if (wanted === hidden) return;
      hidden = wanted;
      paint();
    },
    close() {
      annotations = [];
      stop();
    },
  };
}

/** Calls `onChange` at an idle time after the document or one of the watched shadow roots has changed. */
function watchChanges(pageWindow: PageWindow, onChange: () => void) {
  const search = createIdleSearch(pageWindow, {
    next: () => [onChange],
    find: (update) => update(),
    onDone: () => undefined,
  });
  const observer = new pageWindow.MutationObserver(search.schedule);
  let roots = new Set<Node>();
  return {
    watch(shadowRoots: readonly ShadowRoot[]) {
      const now = new Set<Node>([pageWindow.document, ...shadowRoots]);
      if (now.size === roots.size && [...now].every((root) => roots.has(root))) return;
      roots = now;
      observer.disconnect();
      for (const root of roots) {
        observer.observe(root, { subtree: true, childList: true, characterData: true });
      }
    },
    stop() {
      observer.disconnect();
      roots = new Set();
      search.stop();
    },
  };
}

function isText(annotation: Annotation): annotation is TextOnPage {
  return annotation.kind === 'text';
}

function signOf(annotation: TextOnPage): TextSign {
  return annotation.status === 'resolved' && annotation.changedSince === true ? 'changed' : annotation.status;
}

interface ClickableText {
  readonly id: string;
  readonly ranges: readonly Range[];
}

interface Click {
  readonly x: number;
  readonly y: number;
  /** The topmost node at that point: a text below an open dialog is not clicked. */
  readonly target: Node;
}

/** Of several overlapping texts the shortest one, because the others can be clicked beside it. */
function findClickedText(texts: readonly ClickableText[], hit: Click): string | null {
  const hits = texts.filter(({ ranges }) => ranges.some((range) => isClicked(range, hit)));
  const [first] = hits.toSorted((left, right) => lengthOf(left) - lengthOf(right));
  return first?.id ?? null;
}

// Covers the gap between two lines.
const lineGapPx = 3;

function isClicked(range: Range, { x, y, target }: Click): boolean {
  if (!range.intersectsNode(target)) return false;
  const around = range.getBoundingClientRect();
  if (y < around.top - lineGapPx || y > around.bottom + lineGapPx) return false;
  return linesOf(range).some(
    ({ left, right, top, bottom }) =>
      x >= left && x <= right && y >= top - lineGapPx && y <= bottom + lineGapPx,
  );
}

function lengthOf({ ranges }: ClickableText): number {
  return ranges.reduce((sum, range) => sum + range.toString().length, 0);
}
