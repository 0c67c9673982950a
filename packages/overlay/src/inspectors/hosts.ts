import { isDefinedElement, isShadowRoot, outwards } from './dom-tree.ts';

/** How a framework links elements to components. */
export interface Marks<Component extends object> {
  /** The component that rendered this element; `null` for elements that the framework did not create. */
  of: (element: Element) => Component | null;
  parent: (component: Component) => Component | null;
}

export interface Hosted<Component extends object> {
  readonly component: Component;
  /** The outermost element around the asked one that is inside the component. */
  readonly hostUp: number;
}

/**
 * The components around an element, nearest first. A component's place in the framework's tree and in the DOM differ
 * for portals, so its outermost element is looked for among the element's ancestors in the DOM.
 */
export function hostsAround<Component extends object>(
  element: Element,
  marks: Marks<Component>,
): Hosted<Component>[] {
  const hostUp = new Map<Component, number>();
  let last: Component | null = null;
  let steps = -1;
  for (const at of outwards(element)) {
    steps++;
    const component = marks.of(at);
    if (component === null) {
      if (last === null && isPrivateTop(at)) return [];
      continue;
    }
    const first = last === null;
    last = component;
    for (let up: Component | null = component; up !== null; up = marks.parent(up)) {
      if (first || hostUp.has(up)) hostUp.set(up, steps);
    }
  }
  return [...hostUp].map(([component, up]) => ({ component, hostUp: up }));
}

/** Whether this is the top of a custom element's shadow root: what is inside was not rendered by the component outside. */
function isPrivateTop(element: Element): boolean {
  const parent = element.parentNode;
  return parent !== null && isShadowRoot(parent) && isDefinedElement(parent.host);
}
