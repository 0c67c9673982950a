import type { Annotation } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';
import { selectBadged } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import type { ElementTracker, ElementTrackerOptions } from './element-tracker.ts';

/** Tracks the text of annotations. Only with option `review`: see review/text. */
export interface TextTracker extends Pick<ElementTracker, 'show' | 'elementOf' | 'refresh' | 'close'> {
  /** Empty when the text is not on the page. */
  readonly rangesOf: (id: string) => readonly Range[];
}

export interface TextTrackerOptions extends Pick<ElementTrackerOptions, 'onLost'> {
  readonly onPlaced: (list: readonly { readonly id: string }[]) => void;
}

interface TrackerOptions extends ElementTrackerOptions, TextTrackerOptions {}

export interface Tracker extends ElementTracker, Pick<TextTracker, 'rangesOf'> {
  /** Adds a tracker for annotations on text, which then have a highlight instead of a badge. */
  readonly addTexts: <Made extends TextTracker>(make: (options: TextTrackerOptions) => Made) => Made;
}

/** Loads the element tracker with the first annotation that has an element, because most pages have none. */
export function createLazyTracker(options: TrackerOptions): Tracker {
  const remembered = new Map<string, Element>();
  let shown: readonly Annotation[] = [];
  let elements: ElementTracker | null = null;
  let texts: TextTracker | null = null;
  let state: 'idle' | 'loading' | 'closed' = 'idle';

  const missing = new Map<unknown, ReadonlySet<string>>();
  const reportLostBy = (reporter: unknown) => (ids: ReadonlySet<string>) => {
    missing.set(reporter, ids);
    options.onLost(new Set([...missing.values()].flatMap((some) => [...some])));
  };

  const load = async () => {
    if (state !== 'idle') return;
    state = 'loading';
    try {
      const { createElementTracker } = await import('./element-tracker.ts');
      if (isClosed()) return;
      elements = createElementTracker({ ...options, onLost: reportLostBy(createElementTracker) });
      for (const [id, element] of remembered) elements.remember(id, element);
      show();
    } catch {
      // The dev server is not running: the next change of the annotations tries again.
      state = 'idle';
    }
  };
  const isClosed = () => state === 'closed';
  const isText = ({ kind }: Annotation) => texts !== null && kind === 'text';
  const show = () => {
    texts?.show(shown.filter(isText));
    const rest = shown.filter((one) => !isText(one));
    if (elements !== null) elements.show(rest);
    else if (rest.length > 0) void load();
  };

  return {
    show(annotations) {
      shown = annotations;
      show();
    },
    addTexts(make) {
      const made = make({ ...options, onLost: reportLostBy(make) });
      texts = made;
      show();
      return made;
    },
    remember(id, element) {
      if (elements === null) remembered.set(id, element);
      else elements.remember(id, element);
    },
    elementOf: (id) => texts?.elementOf(id) ?? elements?.elementOf(id) ?? null,
    rangesOf: (id) => texts?.rangesOf(id) ?? [],
    refresh() {
      texts?.refresh();
      elements?.refresh();
    },
    close() {
      state = 'closed';
      texts?.close();
      elements?.close();
    },
  };
}

/** Passes the annotations with a badge to the tracker when they change, and not with every change of the state. */
export function trackShown(container: OverlayStateContainer, tracker: ElementTracker): () => void {
  let before: OverlayState | undefined;
  return container.subscribe((state) => {
    const same = state.annotations === before?.annotations && state.pageUrl === before.pageUrl;
    before = state;
    if (!same) tracker.show(selectBadged(state));
  });
}
