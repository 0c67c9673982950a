/** Tracks the element of each annotation and reports its position. The panels draw the badges. */
import type { Annotation } from '@annotate-mcp/core';

import type { BadgePosition } from '../state/badge-position.ts';
import type { Box } from '../state/state.ts';
import { boxOf, type PageWindow } from '../window/frames.ts';

import {
  findElement,
  findInList,
  rememberElement,
  type RememberedElement,
  type ElementReference,
  elementReferenceOf,
  rootsAlong,
  textOf,
} from './find-element.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { createIdleSearch } from './idle-search.ts';

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

interface TrackedElement {
  readonly id: string;
  readonly reference: ElementReference;
  element: WeakRef<Element> | null;
}

// Rendering a route or loading data takes about this long.
const graceMs = 1000;

export function createElementTracker({
  onPositions,
  onLost,
  pageWindow = window,
}: ElementTrackerOptions): ElementTracker {
  const elements = new Map<string, WeakRef<Element>>();
  const remembered = new Map<string, RememberedElement>();
  let tracked: TrackedElement[] = [];
  let watch: PageWatch | null = null;
  let frame = 0;
  let graceTimer = 0;
  let shown = '[]';
  let reported = '';

  const elementOf = (target: TrackedElement): Element | null => {
    const element = target.element?.deref();
    return element?.isConnected === true ? element : null;
  };
  const assign = (target: TrackedElement, element: Element) => {
    target.element = new WeakRef(element);
    elements.set(target.id, target.element);
    remembered.set(target.id, rememberElement(element));
    watch?.element(element);
  };
  const find = (target: TrackedElement) => {
    for (const root of rootsAlong(target.reference.path, pageWindow.document))
      if (root !== null) watch?.root(root);
    const element = findElement(target.reference, pageWindow.document);
    if (element !== null) assign(target, element);
    return element;
  };

  /** A list may show another item in the element of this one. */
  const check = (target: TrackedElement, element: Element) => {
    const before = remembered.get(target.id);
    if (before?.text === textOf(element)) return;
    const now = before === undefined ? element : findInList(target.reference, before, element);
    if (now !== null) {
      assign(target, now);
      return;
    }
    target.element = null;
    elements.delete(target.id);
  };

  const missing = () => tracked.filter((target) => elementOf(target) === null);
  const search = createIdleSearch(pageWindow, {
    next: () => tracked,
    find: (target) => {
      const element = elementOf(target);
      if (element === null) find(target);
      else check(target, element);
    },
    onDone: () => {
      schedule();
      report();
    },
  });

  /** Reports found targets at once, and missing ones only after `graceMs`. */
  const report = () => {
    const ids = missing().map(({ id }) => id);
    const before = new Set(reported.split(' '));
    reportLost(ids.filter((id) => before.has(id)));
    if (ids.some((id) => !before.has(id)) && graceTimer === 0) {
      graceTimer = pageWindow.setTimeout(() => {
        graceTimer = 0;
        for (const target of missing()) find(target);
        schedule();
        reportLost(missing().map(({ id }) => id));
      }, graceMs);
    }
  };
  const reportLost = (ids: readonly string[]) => {
    const now = ids.join(' ');
    if (now === reported) return;
    reported = now;
    onLost(new Set(ids));
  };

  const draw = () => {
    frame = 0;
    let gone = false;
    const list: BadgePosition[] = [];
    for (const target of tracked) {
      if (target.element === null) continue;
      // After a re-render the new element is searched at once, not at the next idle time.
      const element = elementOf(target) ?? find(target);
      if (element === null) {
        target.element = null;
        gone = true;
        continue;
      }
      const box = visibleBox(element, pageWindow);
      if (box !== null) list.push(positionOf(target.id, box, watch?.isVisible(element), pageWindow));
    }
    if (gone) report();
    const now = JSON.stringify(list);
    if (now === shown) return;
    shown = now;
    onPositions(list);
    // Repeats until nothing moves, because animations by script fire no events.
    schedule();
  };
  const schedule = () => {
    if (frame === 0 && watch !== null) frame = pageWindow.requestAnimationFrame(draw);
  };

  const start = () => {
    watch ??= watchPage(pageWindow, {
      onMoved: schedule,
      onMutated: () => {
        schedule();
        search.schedule();
      },
      isRelevant: (element) => tracked.some((target) => element.contains(elementOf(target))),
    });
  };
  const stopTracking = () => {
    watch?.close();
    watch = null;
    pageWindow.cancelAnimationFrame(frame);
    pageWindow.clearTimeout(graceTimer);
    search.stop();
    frame = graceTimer = 0;
    if (shown !== '[]') onPositions([]);
    shown = '[]';
    reportLost([]);
  };
  const refresh = () => {
    if (watch === null) return;
    for (const target of missing()) find(target);
    schedule();
    report();
  };

  return {
    show(annotations) {
      const before = new Map(tracked.map((target) => [target.id, target.reference.path]));
      tracked = annotations.flatMap((annotation) => {
        const reference = elementReferenceOf(annotation);
        // The annotation was re-linked, here or in another tab: its remembered element is no longer its target.
        if ((before.get(annotation.id) ?? reference?.path) !== reference?.path)
          elements.delete(annotation.id);
        return reference === null
          ? []
          : [{ id: annotation.id, reference, element: elements.get(annotation.id) ?? null }];
      });
      if (tracked.length === 0) {
        stopTracking();
        return;
      }
      start();
      for (const target of tracked) {
        const element = elementOf(target);
        if (element === null) continue;
        watch?.element(element);
        if (!remembered.has(target.id)) remembered.set(target.id, rememberElement(element));
      }
      refresh();
    },
    remember(id, element) {
      elements.set(id, new WeakRef(element));
      const target = tracked.find((other) => other.id === id);
      if (target === undefined) return;
      assign(target, element);
      refresh();
    },
    elementOf(id) {
      const target = tracked.find((other) => other.id === id);
      return target === undefined ? null : elementOf(target);
    },
    refresh,
    close() {
      tracked = [];
      stopTracking();
    },
  };
}

function positionOf(id: string, box: Box, visible: boolean | undefined, pageWindow: Window): BadgePosition {
  const x = box.x + box.width;
  const inView =
    x > 0 && box.x < pageWindow.innerWidth && box.y + box.height > 0 && box.y < pageWindow.innerHeight;
  const { width, height } = box;
  return { id, x, y: box.y, offscreen: !(visible ?? inView), size: { width, height } };
}

/** `null` while the element is hidden. A host without a box (`display: contents`) uses the box of a child. */
function visibleBox(element: Element, pageWindow: Window): Box | null {
  const seen = firstWithBox(element, pageWindow);
  return seen?.checkVisibility({ visibilityProperty: true }) === true ? boxOf(seen, pageWindow) : null;
}

/** The element or its first descendant with a size: the host of an open dialog has none. */
function firstWithBox(element: Element, pageWindow: Window): Element | null {
  const queue: Element[] = [element];
  let flat: Element | null = null;
  for (let looked = 0; looked < maxVisited; looked += 1) {
    const at = queue.shift();
    if (at === undefined) break;
    const { width, height } = boxOf(at, pageWindow);
    if (width > 0 && height > 0) return at;
    if (width > 0 || height > 0) flat ??= at;
    queue.push(...(at.shadowRoot ?? at).children);
  }
  return flat;
}

const maxVisited = 50;
