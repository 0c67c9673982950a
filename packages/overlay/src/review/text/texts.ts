/** Keeps the text of each annotation drawn where it is, whatever the page does. */
import type { Annotation } from '@annotate-mcp/core';

import type { TextMarkers, TextMarkersOptions } from '../../tracking/lazy-tracker.ts';
import { createSearch } from '../../tracking/search.ts';
import type { View } from '../../window/frames.ts';

import { type Hit, hitText } from './hit-text.ts';
import type { Seen } from './last-seen.ts';
import type { Painter } from './painter.ts';
import type { TextPlace } from './place-texts.ts';
import { createTextPlaces, type TextOnPage } from './text-places.ts';

export interface TextsOptions extends TextMarkersOptions {
  readonly view: View;
  readonly painter: Painter;
  readonly seen: Seen;
}

export interface Texts extends TextMarkers {
  /** The annotation whose text was clicked. */
  readonly at: (hit: Hit) => string | null;
  readonly stateOf: (id: string) => TextPlace['state'];
  /** Badges can be switched off, and these with them. */
  readonly hide: (hidden: boolean) => void;
}

// As for elements: a route that renders, or data that arrives, takes about that long.
const graceMs = 1000;

export function createTexts({ view, painter, seen, placed, lost }: TextsOptions): Texts {
  const places = createTextPlaces(view.document, seen);
  let annotations: readonly TextOnPage[] = [];
  let hidden = false;
  let grace = 0;
  let reported: readonly string[] = [];
  let roots = new Set<Node>();

  const update = () => {
    watch(places.update(annotations));
    paint();
    report();
  };
  const search = createSearch(view, {
    next: () => [update],
    find: (again) => again(),
    done: () => undefined,
  });
  const changes = new view.MutationObserver(search.soon);
  const watch = (shadowRoots: readonly ShadowRoot[]) => {
    const now = new Set<Node>([view.document, ...shadowRoots]);
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
  /** Says at once what is found again, and what is missing only after a while. */
  const report = () => {
    const ids = missing();
    tell(ids.filter((id) => reported.includes(id)));
    placed(annotations.filter(({ id }) => !ids.includes(id)));
    if (ids.every((id) => reported.includes(id)) || grace !== 0) return;
    grace = view.setTimeout(() => {
      grace = 0;
      watch(places.update(annotations));
      paint();
      tell(missing());
    }, graceMs);
  };
  const tell = (ids: readonly string[]) => {
    if (ids.length === reported.length && ids.every((id) => reported.includes(id))) return;
    reported = ids;
    lost(new Set(ids));
  };
  const rest = () => {
    changes.disconnect();
    roots = new Set();
    search.stop();
    view.clearTimeout(grace);
    grace = 0;
    places.update([]);
    paint();
    tell([]);
  };

  return {
    show(list) {
      const before = annotations;
      annotations = list.filter(isText);
      if (annotations.length > 0) update();
      else if (before.length > 0) rest();
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
      rest();
    },
  };
}

function isText(annotation: Annotation): annotation is TextOnPage {
  return annotation.kind === 'text';
}
