import { isElement, nameOf, renderedChildren, roleOf } from '@annotate-mcp/page-facts/elements';
/** Refs: short names for elements. If an element was rendered again, its ref finds the new one by role and name. */

interface KnownElement {
  readonly element: WeakRef<Element>;
  readonly role: string | null;
  readonly name: string;
}

const refs = new WeakMap<Element, string>();
const known = new Map<string, KnownElement>();
let last = 0;

export function refOf(element: Element, role = roleOf(element), name = nameOf(element, role)): string {
  const ref = refs.get(element) ?? `e${++last}`;
  const entry = known.get(ref);
  if (entry?.role === role && entry.name === name && entry.element.deref() === element) return ref;
  refs.set(element, ref);
  known.set(ref, { element: new WeakRef(element), role, name });
  return ref;
}

type ResolvedRef = { element: Element } | { problem: string };

export function resolveRef(ref: string): ResolvedRef {
  const entry = known.get(ref);
  if (entry === undefined)
    return { problem: `There is no ref ${ref} on this page. Take a new snapshot and use a ref from it.` };
  const element = entry.element.deref();
  if (element?.isConnected === true) return { element };
  const [again, ...others] = entry.name === '' ? [] : elementsLike(entry);
  // An element with its own ref existed at the same time: it is the button of another row, not this one again.
  if (again === undefined || others.length > 0 || refs.has(again))
    return { problem: describeStaleRef(ref, entry) };
  refs.set(again, ref);
  known.set(ref, { ...entry, element: new WeakRef(again) });
  return { element: again };
}

function describeStaleRef(ref: string, { role, name }: KnownElement): string {
  const what = `${role ?? 'element'}${name === '' ? '' : ` "${name}"`}`;
  return `The ref ${ref} is stale: the ${what} it was for is no longer on the page. Take a new snapshot and use a ref from it.`;
}

function elementsLike({ role, name }: KnownElement): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    if (found.length > 1) return;
    if (roleOf(element) === role && nameOf(element, role) === name) found.push(element);
    for (const child of renderedChildren(element)) if (isElement(child)) visit(child);
  };
  visit(document.documentElement);
  return found;
}
