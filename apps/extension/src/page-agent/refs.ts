/** Short names for elements. The same element keeps its name; one that was drawn anew is found by what it was. */
import { drawnChildren } from './composed.ts';
import { nameOf, roleOf } from './semantics.ts';

interface Known {
  readonly element: WeakRef<Element>;
  readonly role: string | null;
  readonly name: string;
}

const refs = new WeakMap<Element, string>();
const known = new Map<string, Known>();
let last = 0;

export function refOf(element: Element, role = roleOf(element), name = nameOf(element, role)): string {
  const ref = refs.get(element) ?? `e${++last}`;
  refs.set(element, ref);
  known.set(ref, { element: new WeakRef(element), role, name });
  return ref;
}

export type Resolved = { element: Element } | { problem: string };

export function resolveRef(ref: string): Resolved {
  const entry = known.get(ref);
  if (entry === undefined)
    return { problem: `There is no ref ${ref} on this page. Take a new snapshot and use a ref from it.` };
  const element = entry.element.deref();
  if (element?.isConnected === true) return { element };
  const [again, ...others] = entry.name === '' ? [] : alike(entry);
  // One that has a ref of its own was there beside it: the button of another row, not this one drawn anew.
  if (again === undefined || others.length > 0 || refs.has(again)) return { problem: stale(ref, entry) };
  refs.set(again, ref);
  known.set(ref, { ...entry, element: new WeakRef(again) });
  return { element: again };
}

function stale(ref: string, { role, name }: Known): string {
  const what = `${role ?? 'element'}${name === '' ? '' : ` "${name}"`}`;
  return `The ref ${ref} is stale: the ${what} it stood for is no longer on the page. Take a new snapshot and use a ref from it.`;
}

function alike({ role, name }: Known): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    if (found.length > 1) return;
    if (roleOf(element) === role && nameOf(element, role) === name) found.push(element);
    for (const child of drawnChildren(element)) if (child instanceof Element) visit(child);
  };
  visit(document.documentElement);
  return found;
}
