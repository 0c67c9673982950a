import type { PageLayout } from '@annotate-mcp/core';

import { stepsOut } from '../inspectors/dom-tree.ts';
import { attempt } from '../inspectors/foreign.ts';
import type { Inspection } from '../inspectors/inspection.ts';

/** Of a component that is a whole page nothing is near. */
const mostElements = 150;

/** Marks in the layout what the target's own component has written, the same use of it: that is beside the target. */
export async function markComponent(
  target: Element,
  layout: PageLayout,
  elements: readonly Element[],
  inspection: Pick<Inspection, 'ancestry' | 'locate'>,
): Promise<void> {
  const located = await attempt(() => inspection.locate(target));
  const depth = located?.component ?? null;
  if (depth === null) return;
  const root = await rootOf(target, depth, inspection);
  const rootIndex = root === null ? -1 : elements.indexOf(root);
  const described = layout.elements[rootIndex];
  if (root === null || described === undefined) return;
  described.component = 'root';
  const inside = elements.flatMap((element, index) =>
    index > rootIndex && layout.elements[index]?.role !== 'target' && root.contains(element) ? [index] : [],
  );
  if (inside.length > mostElements) return;
  for (const index of inside) {
    const [element, about] = [elements[index], layout.elements[index]];
    if (element === undefined || about === undefined) continue;
    if ((await rootOf(element, 0, inspection)) === root) about.component = 'part';
  }
}

/** `null` where no framework has made it. */
async function rootOf(
  element: Element,
  depth: number,
  inspection: Pick<Inspection, 'ancestry'>,
): Promise<Element | null> {
  const summary = (await attempt(() => inspection.ancestry(element)))?.[depth];
  return summary === undefined ? null : stepsOut(element, summary.hostUp);
}
