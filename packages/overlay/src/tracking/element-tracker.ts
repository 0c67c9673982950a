/** Knows where each annotation's element is and keeps telling. Drawing is the views' business. */
import type { Annotation } from '@annotate-mcp/core';

import type { MarkerPosition } from '../state/badge-position.ts';
import type { Box } from '../state/state.ts';
import { boxOf, type View } from '../window/frames.ts';

import {
  findElement,
  findInList,
  note,
  type Noted,
  type Place,
  placeOnPage,
  rootsAlong,
  textOf,
} from './find-element.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { createSearch } from './search.ts';

export interface MarkersOptions {
  /** In the order of the annotations; only what can be seen or scrolled to. Called when something changed. */
  readonly positions: (list: readonly MarkerPosition[]) => void;
  /** Called when it changed. What is missing for a moment, as between two routes, is not lost yet. */
  readonly lost: (ids: ReadonlySet<string>) => void;
  readonly view?: View;
}

export interface Markers {
  /** The annotations of this page. */
  readonly show: (annotations: readonly Annotation[]) => void;
  /** What was just pointed at needs not be looked for. */
  readonly remember: (id: string, element: Element) => void;
  readonly elementOf: (id: string) => Element | null;
  /** After a route change or a hot update. */
  readonly refresh: () => void;
  readonly close: () => void;
}

interface Marker {
  readonly id: string;
  readonly place: Place;
  element: WeakRef<Element> | null;
}

// A route that renders, or data that arrives, takes about that long.
const graceMs = 1000;

export function createMarkers({ positions, lost, view = window }: MarkersOptions): Markers {
  const known = new Map<string, WeakRef<Element>>();
  const noted = new Map<string, Noted>();
  let markers: Marker[] = [];
  let watch: PageWatch | null = null;
  let frame = 0;
  let grace = 0;
  let shown = '[]';
  let reported = '';

  const elementOf = (marker: Marker): Element | null => {
    const element = marker.element?.deref();
    return element?.isConnected === true ? element : null;
  };
  const assign = (marker: Marker, element: Element) => {
    marker.element = new WeakRef(element);
    known.set(marker.id, marker.element);
    noted.set(marker.id, note(element));
    watch?.element(element);
  };
  const find = (marker: Marker) => {
    for (const root of rootsAlong(marker.place.path, view.document)) if (root !== null) watch?.root(root);
    const element = findElement(marker.place, view.document);
    if (element !== null) assign(marker, element);
    return element;
  };

  /** A list may show another item in the element of this one. */
  const check = (marker: Marker, element: Element) => {
    const before = noted.get(marker.id);
    if (before?.text === textOf(element)) return;
    const now = before === undefined ? element : findInList(marker.place, before, element);
    if (now !== null) {
      assign(marker, now);
      return;
    }
    marker.element = null;
    known.delete(marker.id);
  };

  const missing = () => markers.filter((marker) => elementOf(marker) === null);
  const search = createSearch(view, {
    next: () => markers,
    find: (marker) => {
      const element = elementOf(marker);
      if (element === null) find(marker);
      else check(marker, element);
    },
    done: () => {
      schedule();
      report();
    },
  });

  /** Says at once what is found again, and what is missing only after a while. */
  const report = () => {
    const ids = missing().map(({ id }) => id);
    const before = new Set(reported.split(' '));
    tell(ids.filter((id) => before.has(id)));
    if (ids.some((id) => !before.has(id)) && grace === 0) {
      grace = view.setTimeout(() => {
        grace = 0;
        for (const marker of missing()) find(marker);
        schedule();
        tell(missing().map(({ id }) => id));
      }, graceMs);
    }
  };
  const tell = (ids: readonly string[]) => {
    const now = ids.join(' ');
    if (now === reported) return;
    reported = now;
    lost(new Set(ids));
  };

  const draw = () => {
    frame = 0;
    let gone = false;
    const list: MarkerPosition[] = [];
    for (const marker of markers) {
      if (marker.element === null) continue;
      // Replaced by a re-render: what stands in its place is found by the next frame's end, not by the next idle time.
      const element = elementOf(marker) ?? find(marker);
      if (element === null) {
        marker.element = null;
        gone = true;
        continue;
      }
      const box = visibleBox(element, view);
      if (box !== null) list.push(positionOf(marker.id, box, watch?.isVisible(element), view));
    }
    if (gone) report();
    const now = JSON.stringify(list);
    if (now === shown) return;
    shown = now;
    positions(list);
    // Something moves: look again, until it stands still. Scripted animations announce themselves in no other way.
    schedule();
  };
  const schedule = () => {
    if (frame === 0 && watch !== null) frame = view.requestAnimationFrame(draw);
  };

  const start = () => {
    watch ??= watchPage(view, {
      moved: schedule,
      mutated: () => {
        schedule();
        search.soon();
      },
      concerns: (element) => markers.some((marker) => element.contains(elementOf(marker))),
    });
  };
  const rest = () => {
    watch?.close();
    watch = null;
    view.cancelAnimationFrame(frame);
    view.clearTimeout(grace);
    search.stop();
    frame = grace = 0;
    if (shown !== '[]') positions([]);
    shown = '[]';
    tell([]);
  };
  const refresh = () => {
    if (watch === null) return;
    for (const marker of missing()) find(marker);
    schedule();
    report();
  };

  return {
    show(annotations) {
      const before = new Map(markers.map((marker) => [marker.id, marker.place.path]));
      markers = annotations.flatMap((annotation) => {
        const place = placeOnPage(annotation);
        // Linked to something else, here or in another tab: the element it was on is the wrong one now.
        if ((before.get(annotation.id) ?? place?.path) !== place?.path) known.delete(annotation.id);
        return place === null
          ? []
          : [{ id: annotation.id, place, element: known.get(annotation.id) ?? null }];
      });
      if (markers.length === 0) {
        rest();
        return;
      }
      start();
      for (const marker of markers) {
        const element = elementOf(marker);
        if (element === null) continue;
        watch?.element(element);
        if (!noted.has(marker.id)) noted.set(marker.id, note(element));
      }
      refresh();
    },
    remember(id, element) {
      known.set(id, new WeakRef(element));
      const marker = markers.find((other) => other.id === id);
      if (marker === undefined) return;
      assign(marker, element);
      refresh();
    },
    elementOf(id) {
      const marker = markers.find((other) => other.id === id);
      return marker === undefined ? null : elementOf(marker);
    },
    refresh,
    close() {
      markers = [];
      rest();
    },
  };
}

function positionOf(id: string, box: Box, visible: boolean | undefined, view: Window): MarkerPosition {
  const x = box.x + box.width;
  const inView = x > 0 && box.x < view.innerWidth && box.y + box.height > 0 && box.y < view.innerHeight;
  const { width, height } = box;
  return { id, x, y: box.y, offscreen: !(visible ?? inView), size: { width, height } };
}

/** `null` while it is hidden. A host that has no box of its own (`display: contents`) stands where its child does. */
function visibleBox(element: Element, view: Window): Box | null {
  const seen = firstWithBox(element, view);
  return seen?.checkVisibility({ visibilityProperty: true }) === true ? boxOf(seen, view) : null;
}

/** The element, or the first thing in it that can be seen: the host of an open dialog has no size of its own. */
function firstWithBox(element: Element, view: Window): Element | null {
  const queue: Element[] = [element];
  let flat: Element | null = null;
  for (let looked = 0; looked < mostLooked; looked += 1) {
    const at = queue.shift();
    if (at === undefined) break;
    const { width, height } = boxOf(at, view);
    if (width > 0 && height > 0) return at;
    if (width > 0 || height > 0) flat ??= at;
    queue.push(...(at.shadowRoot ?? at).children);
  }
  return flat;
}

const mostLooked = 50;
