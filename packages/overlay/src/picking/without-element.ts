import type { InspectedTarget } from '../inspectors/inspection.ts';

/** The component as a whole is the target, and no element in it. */
export function withoutElement(target: InspectedTarget): InspectedTarget {
  if (target.kind === 'element') return target;
  const { element: _root, ...component } = target;
  return component;
}
