import type { Annotation } from '@annotate-mcp/core';

import type { Markers, MarkersOptions } from './markers.ts';

/** Loaded with the first annotation that has a place: most pages have none. */
export function lazyMarkers(options: MarkersOptions): Markers {
  const remembered = new Map<string, Element>();
  let shown: readonly Annotation[] = [];
  let markers: Markers | null = null;
  let state: 'idle' | 'loading' | 'closed' = 'idle';

  const load = async () => {
    if (state !== 'idle') return;
    state = 'loading';
    try {
      const { createMarkers } = await import('./markers.ts');
      if (isClosed()) return;
      markers = createMarkers(options);
      for (const [id, element] of remembered) markers.remember(id, element);
      markers.show(shown);
    } catch {
      // The dev server is away: tried again with the next change of the annotations, which comes when it is back.
      state = 'idle';
    }
  };
  const isClosed = () => state === 'closed';

  return {
    show(annotations) {
      shown = annotations;
      if (markers !== null) markers.show(annotations);
      else if (annotations.length > 0) void load();
    },
    remember(id, element) {
      if (markers === null) remembered.set(id, element);
      else markers.remember(id, element);
    },
    elementOf: (id) => markers?.elementOf(id) ?? null,
    refresh: () => markers?.refresh(),
    close() {
      state = 'closed';
      markers?.close();
    },
  };
}
