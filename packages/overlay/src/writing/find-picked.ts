/** Finds picked elements again after a reload, and describes them as they are now. */
import type { Inspection, InspectedTarget } from '../inspectors/inspection.ts';
import { withoutElement } from '../picking/without-element.ts';
import type { Picked } from '../state/state.ts';
import { elementReferenceOf, findElement } from '../tracking/find-element.ts';

import type { StoredTarget } from './stored-writing.ts';

/** `null` when one of them is not on the page. */
export async function findPicked(
  stored: readonly StoredTarget[],
  document: Document,
  inspection: Inspection,
): Promise<readonly [Picked, ...Picked[]] | null> {
  const elements = stored.map(({ target }) => findElementOf(target, document));
  const picked = await Promise.all(
    stored.map(async (one, at): Promise<Picked | null> => {
      const element = elements[at] ?? null;
      return element === null ? null : describeAgain(one, element, inspection);
    }),
  );
  const [first, ...rest] = picked.filter((one) => one !== null);
  return first === undefined || rest.length + 1 < stored.length ? null : [first, ...rest];
}

function findElementOf(target: InspectedTarget, document: Document): Element | null {
  const reference = elementReferenceOf({ ...target, pageUrl: '', pageTitle: '' });
  return reference && findElement(reference, document);
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
  const isWhole = before.kind === 'component' && before.element === undefined;
  return { element, target: isWhole ? withoutElement(target) : target, ...(area !== undefined && { area }) };
}
