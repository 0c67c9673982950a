import type { Inspection, Located } from '../inspectors/inspection.ts';
import type { ComponentSummary } from '../inspectors/inspector.ts';
import type { Box, Hover } from '../state/state.ts';

import { componentHover } from './component-hover.ts';

export interface HoveringOptions {
  readonly pageWindow: Window;
  readonly inspection: Inspection;
  readonly currentHover: () => Hover | null;
  readonly onHover: (hover: Hover | null) => void;
  readonly onLocated: (element: Element, located: Located) => void;
}

export interface Hovering {
  /** Sets the element under the pointer. It is inspected in the next frame, unless it has not changed. */
  readonly over: (element: Element, area?: Box) => void;
  /** Makes a component around the current element the target, by its index in the ancestry. */
  readonly overComponent: (index: number) => void;
  /** The hover of the element, taken from the state if it is the current one. */
  readonly hoverFor: (element: Element) => Promise<Hover>;
  readonly stop: () => void;
}

interface Wanted {
  readonly element: Element;
  readonly area?: Box;
}

/** Turns elements under the pointer into hovers, one at a time; the latest wins. */
export function startHovering(options: HoveringOptions): Hovering {
  const { pageWindow, inspection } = options;
  let wanted: Wanted | null = null;
  let shown: Wanted | null = null;
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
      options.onHover(withArea({ ...known, component: null }, at.area));
      return;
    }
    void ancestryOf(inspection, at.element).then((ancestry) => {
      if (stopped || shown !== at) return;
      options.onHover(withArea({ element: at.element, ancestry, component: null, located: null }, at.area));
      void locate();
    });
  };

  const locate = async () => {
    // One at a time, so that a fast pointer does not request a source map for each element.
    if (locating) return;
    locating = true;
    for (let done: Element | null = null; !stopped;) {
      const element = options.currentHover()?.element;
      if (element === undefined || element === done) break;
      done = element;
      const located = await locationOf(inspection, element);
      if (!isStopped() && options.currentHover()?.element === element) options.onLocated(element, located);
    }
    locating = false;
  };
  const isStopped = () => stopped;

  return {
    over(element, area) {
      wanted = area === undefined ? { element } : { element, area };
      if (frame === 0) frame = pageWindow.requestAnimationFrame(next);
    },
    overComponent(index) {
      const inner = options.currentHover();
      if (inner === null) return;
      const hover = componentHover(inner, index);
      wanted = null;
      // A pointer that comes back to the element inside makes that the target again.
      shown = null;
      options.onHover(hover);
      void locate();
    },
    async hoverFor(element) {
      const known = options.currentHover();
      if (known?.element === element) return known;
      return { element, ancestry: await ancestryOf(inspection, element), component: null, located: null };
    },
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

async function locationOf(inspection: Inspection, element: Element): Promise<Located> {
  try {
    return await inspection.locate(element);
  } catch {
    // The label then shows the name without a file.
    return { source: null, path: [], component: null, use: null };
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
