/** Finds picked elements again after a reload, and describes them as they are now. */
import { stepsOut } from '../inspectors/dom-tree.ts';
import { queryDomPath } from '../inspectors/dom.ts';
import type { Inspection, InspectedTarget } from '../inspectors/inspection.ts';
import type { Picked } from '../state/state.ts';
import { elementReferenceOf, findElement } from '../tracking/find-element.ts';

import type { StoredTarget } from './stored-writing.ts';

/** `null` when one of them is not on the page. */
export async function findPicked(
  stored: readonly StoredTarget[],
  document: Document,
  inspection: Inspection,
): Promise<readonly [Picked, ...Picked[]] | null> {
  const elements = stored.map(({ target }) => findClicked(target, document));
  const picked = await Promise.all(
    stored.map(async (one, at): Promise<Picked | null> => {
      const element = elements[at] ?? null;
      return element === null ? null : describeAgain(one, element, inspection);
    }),
  );
  const [first, ...rest] = picked.filter((one) => one !== null);
  return first === undefined || rest.length + 1 < stored.length ? null : [first, ...rest];
}

/** The snapshot may be of the component, inside of which the path leads to the clicked element. */
function findClicked(target: InspectedTarget, document: Document): Element | null {
  const reference = elementReferenceOf({ ...target, pageUrl: '', pageTitle: '' });
  const found = reference && findElement(reference, document);
  if (!found) return null;
  const atPath = queryDomPath(reference.path, document);
  return atPath !== null && found.contains(atPath) ? atPath : found;
}

/** A reload often follows an edit, after which lines and inputs are others. */
async function describeAgain(
  { target: before, area }: StoredTarget,
  element: Element,
  inspection: Inspection,
): Promise<Picked> {
  const ancestry = before.kind === 'component' ? await inspection.ancestry(element) : [];
  const depth = ancestry.findIndex(
    ({ name }) => before.kind === 'component' && name === before.componentName,
  );
  const target = await inspection.describe(element, depth === -1 ? Number.MAX_SAFE_INTEGER : depth);
  const host = stepsOut(element, ancestry[depth]?.hostUp ?? 0);
  return { element, host, target, ...(area !== undefined && { area }) };
}
