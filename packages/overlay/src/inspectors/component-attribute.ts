/**
 * Components that leave no trace in the page: the server components of React 18, and those of Qwik. Their outermost elements
 * carry the name in an attribute that the dev server writes, beside the one with the position.
 */
import { outwards } from './dom-tree.ts';
import { read, readString } from './foreign.ts';
import type { Inspector } from './inspector.ts';
import { asFiber, type Fiber, fiberOf } from './react-fiber.ts';
import { parseSource } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

const nameAttribute = 'data-annotate-component';

export const componentAttribute: Inspector = {
  name: 'component-attribute',

  ancestry: (element) =>
    componentsAround(element).map(({ name, hostUp }) => ({ name, selector: name, hostUp })),

  /** The attribute with the position is asked first, for every framework. */
  locate: () => Promise.resolve(null),

  files: (element, context) =>
    Promise.resolve(
      componentsAround(element).map(({ source }) => parseSource(source, context)?.file ?? null),
    ),

  usedAt: () => Promise.resolve(null),

  describe: (element, depth, context) => {
    const component = componentsAround(element)[depth];
    if (component === undefined) throw new RangeError('There is no such component here.');
    const { name, source } = component;
    const componentLocation = parseSource(source, context);
    return Promise.resolve({
      componentName: name,
      selector: name,
      componentFilePath: componentLocation?.file ?? unresolved(name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: {},
    });
  },
};

interface NamedComponent {
  readonly name: string;
  /** The position of its outermost element. */
  readonly source: string;
  readonly hostUp: number;
}

/** Nearest first. */
function componentsAround(element: Element): NamedComponent[] {
  const found: NamedComponent[] = [];
  let hostUp = 0;
  for (const at of outwards(element)) {
    const name = at.getAttribute(nameAttribute);
    const source = at.getAttribute('data-annotate-source');
    if (name !== null && source !== null && !isKnownToReact(at, name)) {
      const component = { name, source, hostUp };
      const nearer = found.at(-1);
      if (nearer !== undefined && isSameComponent(nearer, component)) found.pop();
      found.push(component);
    }
    hostUp++;
  }
  return found;
}

/** Whether React has rendered the component in the browser: its inspector then tells more about it. */
function isKnownToReact(element: Element, name: string): boolean {
  let owner = ownerOf(fiberOf(element));
  // A component such as Next's `Link` is the owner of the element to which it passes the attribute on.
  while (owner !== null && readString(owner.memoizedProps, nameAttribute) === name) owner = ownerOf(owner);
  return owner !== null;
}

function ownerOf(fiber: Fiber | null): Fiber | null {
  return fiber === null ? null : asFiber(read(fiber, '_debugOwner'));
}

/**
 * A component may have an outermost element in another one: `const rows = list.map(() => <li />)`. At the same position it
 * is another use of the component inside of itself.
 */
function isSameComponent(nearer: NamedComponent, farther: NamedComponent): boolean {
  return (
    nearer.name === farther.name && nearer.source !== farther.source && fileIn(nearer) === fileIn(farther)
  );
}

function fileIn({ source }: NamedComponent): string {
  return source.replace(/(?::\d+){2}$/, '');
}
