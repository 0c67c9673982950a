/** The labels that name a field. */
import { isDrawn } from './composed.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { isShadowRoot, isTag } from './tags.ts';

/** Elements of HTML that labels can name. */
const labelledTags = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

const labelsByRoot = oncePerTurn(() => new Map<Node, ReadonlyMap<Element, readonly HTMLLabelElement[]>>());

/**
 * The labels of a field, in their order. `element.labels` searches the whole document for each field, which takes
 * seconds where there are thousands: here all labels are read once for all fields that are asked about in one go.
 */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  const isCustom = element.localName.includes('-');
  if (!isCustom && !labelledTags.has(element.localName)) return [];
  const root = element.getRootNode();
  const known = labelsByRoot().get(root) ?? readLabels(root);
  labelsByRoot().set(root, known);
  const found = known.get(element) ?? [];
  // A component may have a label of its own that it shows only when it is given a text.
  if (found.some((label) => isDrawn(label)) || (found.length > 0 && !isShadowRoot(root))) return found;
  const others = isCustom ? ownLabels(element) : labelsOfHost(element, root);
  return others.length > 0 ? others : found;
}

/** A component may have one field inside, which the labels of the component name. */
function labelsOfHost(element: Element, root: Node): readonly HTMLLabelElement[] {
  if (!isShadowRoot(root) || !element.matches(fieldTags)) return [];
  return root.querySelectorAll(fieldTags).length === 1 ? labelsOf(root.host) : [];
}

const fieldTags = 'input, select, textarea';

function readLabels(root: Node): ReadonlyMap<Element, readonly HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  if (!('querySelectorAll' in root)) return found;
  for (const label of (root as ParentNode & Node).querySelectorAll('label')) {
    if (label.control === null) continue;
    const others = found.get(label.control);
    if (others === undefined) found.set(label.control, [label]);
    else others.push(label);
  }
  return found;
}

/** A custom element may tell its labels as a field of HTML does. */
function ownLabels(element: Element): readonly HTMLLabelElement[] {
  if (!('labels' in element)) return [];
  const labels: unknown = element.labels;
  if (typeof labels !== 'object' || labels === null || !(Symbol.iterator in labels)) return [];
  return [...(labels as Iterable<unknown>)].filter(
    (label) => label instanceof Element && isTag(label, 'label'),
  );
}
