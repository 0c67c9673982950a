import type { Annotation } from '@annotate-mcp/core';

import type { Markers, MarkersOptions } from './element-tracker.ts';

/** Knows where the text of annotations is. With option `review` only: review/text. */
export interface TextMarkers extends Pick<Markers, 'show' | 'elementOf' | 'refresh' | 'close'> {
  /** Empty where it is not on the page. */
  readonly rangesOf: (id: string) => readonly Range[];
}

export interface TextMarkersOptions extends Pick<MarkersOptions, 'lost'> {
  readonly placed: (list: readonly { readonly id: string }[]) => void;
}

export interface LazyMarkersOptions extends MarkersOptions, TextMarkersOptions {}

export interface LazyMarkers extends Markers, Pick<TextMarkers, 'rangesOf'> {
  /** From now on texts have no badge at their block: what is made here shows them where they are. */
  readonly joinTexts: <Made extends TextMarkers>(make: (options: TextMarkersOptions) => Made) => Made;
}

/** Loaded with the first annotation that has a place: most pages have none. */
export function lazyMarkers(options: LazyMarkersOptions): LazyMarkers {
  const remembered = new Map<string, Element>();
  let shown: readonly Annotation[] = [];
  let markers: Markers | null = null;
  let texts: TextMarkers | null = null;
  let state: 'idle' | 'loading' | 'closed' = 'idle';

  const missing = new Map<unknown, ReadonlySet<string>>();
  const lostBy = (who: unknown) => (ids: ReadonlySet<string>) => {
    missing.set(who, ids);
    options.lost(new Set([...missing.values()].flatMap((some) => [...some])));
  };

  const load = async () => {
    if (state !== 'idle') return;
    state = 'loading';
    try {
      const { createMarkers } = await import('./element-tracker.ts');
      if (isClosed()) return;
      markers = createMarkers({ ...options, lost: lostBy(createMarkers) });
      for (const [id, element] of remembered) markers.remember(id, element);
      show();
    } catch {
      // The dev server is away: tried again with the next change of the annotations, which comes when it is back.
      state = 'idle';
    }
  };
  const isClosed = () => state === 'closed';
  const isText = ({ kind }: Annotation) => texts !== null && kind === 'text';
  const show = () => {
    texts?.show(shown.filter(isText));
    const rest = shown.filter((one) => !isText(one));
    if (markers !== null) markers.show(rest);
    else if (rest.length > 0) void load();
  };

  return {
    show(annotations) {
      shown = annotations;
      show();
    },
    joinTexts(make) {
      const made = make({ ...options, lost: lostBy(make) });
      texts = made;
      show();
      return made;
    },
    remember(id, element) {
      if (markers === null) remembered.set(id, element);
      else markers.remember(id, element);
    },
    elementOf: (id) => texts?.elementOf(id) ?? markers?.elementOf(id) ?? null,
    rangesOf: (id) => texts?.rangesOf(id) ?? [],
    refresh() {
      texts?.refresh();
      markers?.refresh();
    },
    close() {
      state = 'closed';
      texts?.close();
      markers?.close();
    },
  };
}
