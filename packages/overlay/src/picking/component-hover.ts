import { stepsOut } from '../inspectors/dom-tree.ts';
import type { Hover } from '../state/state.ts';

/** A component around the hovered element as the target: its root element, and the components around that. */
export function componentHover(inner: Hover, index: number): Hover {
  const steps = inner.ancestry[index]?.hostUp ?? 0;
  const kept = [...inner.ancestry.keys()].filter((at) => (inner.ancestry[at]?.hostUp ?? 0) >= steps);
  const path = inner.located?.path.flatMap((at) => (kept.includes(at) ? kept.indexOf(at) : []));
  return {
    element: stepsOut(inner.element, steps),
    ancestry: kept.flatMap((at) => {
      const summary = inner.ancestry[at];
      return summary === undefined ? [] : [{ ...summary, hostUp: summary.hostUp - steps }];
    }),
    component: kept.indexOf(index),
    located: path === undefined ? null : { source: null, path, component: null, use: null },
  };
}

/** The component of the project that the key jumps to: the nearest one, then the next one around it. */
export function nextComponent({ component, located }: Hover): number | null {
  return located?.path.find((index) => index > (component ?? -1)) ?? null;
}
