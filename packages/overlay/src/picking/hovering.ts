import type { SourceLocation } from '@annotate-mcp/core';

import type { Inspection } from '../inspectors/inspection.ts';
import type { ComponentSummary } from '../inspectors/inspector.ts';
import type { Box, Hover } from '../state/state.ts';

export interface HoveringOptions {
  readonly pageWindow: Window;
  readonly inspection: Inspection;
  readonly currentHover: () => Hover | null;
  readonly onHover: (hover: Hover | null) => void;
  readonly onSource: (element: Element, depth: number, source: SourceLocation | null) => void;
}

export interface Hovering {
  /** Sets the element under the pointer. It is inspected in the next frame, unless it has not changed. */
  readonly over: (element: Element, area?: Box) => void;
  /** The hover of the element, taken from the state if it is the current one. */
  readonly hoverFor: (element: Element) => Promise<Hover>;
  /** After the depth of the current hover has changed. */
  readonly locate: () => void;
  readonly stop: () => void;
}

/** Turns elements under the pointer into hovers, one at a time; the latest wins. */
export function startHovering(options: HoveringOptions): Hovering {
  const { pageWindow, inspection } = options;
  let wanted: { element: Element; area?: Box } | null = null;
  let shown: { element: Element; area?: Box } | null = null;
  let frame = 0;
  let locating = false;
  let stopped = false;

  const next = () => {
    frame = 0;
    const at = wanted;
    if (at === null || (shown?.element === at.element && isSameArea(shown.area, at.area))) return;
    const known = options.currentHover();
    shown = at;
    if (known?.element === at.element) {
      options.onHover(withArea(known, at.area));
      return;
    }
    void ancestryOf(inspection, at.element).then((ancestry) => {
      if (stopped || shown !== at) return;
      options.onHover(withArea({ element: at.element, ancestry, depth: 0, source: null }, at.area));
      void locate();
    });
  };

  const locate = async () => {
    // One at a time, so that a fast pointer does not request a source map for each element.
    if (locating) return;
    locating = true;
    for (let done: Hover | null = null; !stopped;) {
      const hover = options.currentHover();
      if (hover === null || (done?.element === hover.element && done.depth === hover.depth)) break;
      done = hover;
      const source = await locationOf(inspection, hover);
      const now = options.currentHover();
      if (!isStopped() && now?.element === hover.element && now.depth === hover.depth) {
        options.onSource(hover.element, hover.depth, source);
      }
    }
    locating = false;
  };
  const isStopped = () => stopped;

  return {
    over(element, area) {
      wanted = area === undefined ? { element } : { element, area };
      if (frame === 0) frame = pageWindow.requestAnimationFrame(next);
    },
    async hoverFor(element) {
      const known = options.currentHover();
      if (known?.element === element) return known;
      return { element, ancestry: await ancestryOf(inspection, element), depth: 0, source: null };
    },
    locate: () => void locate(),
    stop() {
      stopped = true;
      pageWindow.cancelAnimationFrame(frame);
    },
  };
}

/** If an inspector fails, the element itself is shown without a component name. */
async function ancestryOf(inspection: Inspection, element: Element): Promise<ComponentSummary[]> {
  try {
    return await inspection.ancestry(element);
  } catch {
    return [];
  }
}

async function locationOf(inspection: Inspection, hover: Hover): Promise<SourceLocation | null> {
  try {
    return await inspection.locate(hover.element, hover.depth);
  } catch {
    // The label then shows the name without a file.
    return null;
  }
}

function withArea(hover: Hover, area: Box | undefined): Hover {
  const { area: _before, ...rest } = hover;
  return area === undefined ? rest : { ...rest, area };
}

function isSameArea(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
