/** Tracks the element of each annotation and reports its position. The panels draw the badges. */
import type { Annotation } from '@annotate-mcp/core';

import type { BadgePosition } from '../state/state.ts';
import type { PageWindow } from '../window/frames.ts';

import { createIdleSearch } from './idle-search.ts';
import { createLostReporter } from './lost-reporter.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { readPosition } from './read-position.ts';
import { createTrackedElements } from './tracked-elements.ts';
import { createWordsEnds } from './words-end.ts';

export interface ElementTrackerOptions {
  /** Called with the positions of visible elements, in the order of the annotations, when one has changed. */
  readonly onPositions: (list: readonly BadgePosition[]) => void;
  /** Called when the set of lost annotations changed. An element that is missing for a moment is not lost yet. */
  readonly onLost: (ids: ReadonlySet<string>) => void;
  readonly pageWindow?: PageWindow;
}

export interface ElementTracker {
  /** The annotations of this page. */
  readonly show: (annotations: readonly Annotation[]) => void;
  /** Remembers the element of an annotation, so that it need not be searched. */
  readonly remember: (id: string, element: Element) => void;
  readonly elementOf: (id: string) => Element | null;
  /** After a route change or a hot update. */
  readonly refresh: () => void;
  readonly close: () => void;
}

export function createElementTracker({
  onPositions,
  onLost,
  pageWindow = window,
}: ElementTrackerOptions): ElementTracker {
  let watch: PageWatch | null = null;
  const tracked = createTrackedElements(pageWindow.document, () => watch);
  const wordsEnds = createWordsEnds();
  const findMissing = () => {
    for (const target of tracked.missing()) tracked.find(target);
    positions.schedule();
  };
  const lost = createLostReporter(pageWindow, {
    missing: () => tracked.missing().map(({ id }) => id),
    retry: findMissing,
    onLost,
  });
  const readAll = () => {
    const list: BadgePosition[] = [];
    const isComplete = tracked.visit((id, element) => {
      const position = readPosition(id, element, watch?.isVisible(element), { pageWindow, wordsEnds });
      if (position !== null) list.push(position);
    });
    if (!isComplete) lost.report();
    return list;
  };
  const positions = createPositionReporter(pageWindow, { read: readAll, onPositions });
  const search = createIdleSearch(pageWindow, {
    next: tracked.all,
    find: (id) => tracked.check(id),
    onDone: () => {
      wordsEnds.forget();
      positions.schedule();
      lost.report();
    },
  });

  const start = () => {
    positions.start();
    watch ??= watchPage(pageWindow, {
      onMoved: positions.schedule,
      onMutated: () => {
        positions.schedule();
        search.schedule();
      },
      isRelevant: tracked.isInside,
    });
  };
  const stop = () => {
    watch?.close();
    watch = null;
    search.stop();
    positions.stop();
    lost.stop();
  };
  const refresh = () => {
    if (watch === null) return;
    findMissing();
    lost.report();
  };

  return {
    show(annotations) {
      if (tracked.replace(annotations) === 0) {
        stop();
        return;
      }
      start();
      tracked.watchAll();
      refresh();
    },
    remember(id, element) {
      if (tracked.remember(id, element)) refresh();
    },
    elementOf: (id) => tracked.elementOf(id),
    refresh,
    close() {
      tracked.replace([]);
      stop();
    },
  };
}

interface PositionReporterOptions {
  readonly read: () => readonly BadgePosition[];
  readonly onPositions: (list: readonly BadgePosition[]) => void;
}

/** Reads positions in the next frame, and reports them when one has changed. Does nothing while it is stopped. */
function createPositionReporter(pageWindow: Window, { read, onPositions }: PositionReporterOptions) {
  let isStarted = false;
  let frame = 0;
  let reported = '[]';

  const report = () => {
    frame = 0;
    const list = read();
    const now = JSON.stringify(list);
    if (now === reported) return;
    reported = now;
    onPositions(list);
    // Repeats until nothing moves, because animations by script fire no events.
    schedule();
  };
  const schedule = () => {
    if (frame === 0 && isStarted) frame = pageWindow.requestAnimationFrame(report);
  };
  return {
    schedule,
    start() {
      isStarted = true;
    },
    stop() {
      isStarted = false;
      pageWindow.cancelAnimationFrame(frame);
      frame = 0;
      if (reported !== '[]') onPositions([]);
      reported = '[]';
    },
  };
}
