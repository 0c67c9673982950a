/** Preact 10 and 11 in development. Lines come from the dev server's attribute, those of components from `__source`. */
import { isElementLike, outwards } from './dom-tree.ts';
import { isObject, read } from './foreign.ts';
import type { Marks } from './hosts.ts';
import type { Inspector } from './inspector.ts';
import {
  describeNoted,
  encloses,
  filesOf,
  type NotedComponents,
  summarize,
  usedAt,
} from './noted-component.ts';
import { sourceAt } from './source-attribute.ts';
import { fromDebugSource, markedTag } from './tag-source.ts';

const components: NotedComponents<object> = {
  marksAround,
  typeOf: (instance) => read(read(instance, '__v'), 'type') ?? read(instance, 'constructor'),
  propsOf: (instance) => read(instance, 'props'),
  usedAt: (instance, context) =>
    markedTag(read(instance, 'props'), context) ??
    fromDebugSource(read(read(instance, '__v'), '__source'), context),
};

export const preact: Inspector = {
  name: 'preact',
  ancestry: (element) => summarize(element, components),
  locate: (element, context) => Promise.resolve(sourceAt(element, context)),
  files: (element) => Promise.resolve(filesOf(element, components)),
  usedAt: (element, depth, context) => Promise.resolve(usedAt(element, depth, components, context)),
  encloses: (element, depth, location) => encloses(element, depth, components, location),
  describe: async (element, depth, context) => describeNoted(element, depth, components, context),
};

/** The component instances around each element of the tree that shows this element. */
function marksAround(element: Element): Marks<object> {
  for (const container of containersFor(element)) {
    const tree = readTree(container);
    if ([...outwards(element)].some((at) => tree.instanceOf.has(at))) {
      return {
        of: (at) => tree.instanceOf.get(at) ?? null,
        parent: (instance) => tree.parentOf.get(instance) ?? null,
      };
    }
  }
  return { of: () => null, parent: () => null };
}

/** Those around the element, nearest first; for a portal, whose container is outside, also those at the top of the page. */
function containersFor(element: Element): Element[] {
  const { body } = element.ownerDocument;
  return [...new Set([...outwards(element), ...body.children])].filter((at) => isVNode(read(at, '__k')));
}

/**
 * Preact's tree of what it rendered. Its properties have the names that Preact's build gives them in versions 10 and
 * 11: `__k` children, `__c` component, `__e` element, `__v` the vnode of a component. An element has no reference to
 * its vnode; only the container has the tree.
 */
interface Tree {
  /** The component that rendered an element; elements outside of any component are left out. */
  readonly instanceOf: Map<Element, object>;
  readonly parentOf: Map<object, object>;
}

/** The root is a fragment, which tells the type of all others. */
function readTree(container: Element): Tree {
  const tree: Tree = { instanceOf: new Map(), parentOf: new Map() };
  const root = read(container, '__k');
  const fragment = read(root, 'type');
  const waiting: { vnode: unknown; instance: object | null }[] = [{ vnode: root, instance: null }];
  const seen = new Set<object>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { vnode, instance } = next;
    if (!isVNode(vnode) || seen.has(vnode)) continue;
    seen.add(vnode);
    const own = read(vnode, 'type') === fragment ? null : ownInstance(vnode);
    if (own !== null && instance !== null) tree.parentOf.set(own, instance);
    const around = own ?? instance;
    const dom = read(vnode, '__e');
    if (typeof read(vnode, 'type') === 'string' && isElementLike(dom) && around !== null) {
      tree.instanceOf.set(dom, around);
    }
    for (const child of childrenOf(vnode, own)) waiting.push({ vnode: child, instance: around });
  }
  return tree;
}

function isVNode(value: unknown): value is object {
  return isObject(value) && '__k' in value && 'type' in value && 'props' in value;
}

/** `null` for elements. */
function ownInstance(vnode: object): object | null {
  const instance = read(vnode, '__c');
  return typeof read(vnode, 'type') === 'function' && isObject(instance) ? instance : null;
}

/**
 * A portal of Preact 10 keeps a tree of its own below an object that stands for its container. The components in it have
 * that object as well, so that a tree is reached from several of them.
 */
function childrenOf(vnode: object, instance: object | null): unknown[] {
  const children = read(vnode, '__k');
  const own: unknown[] = Array.isArray(children) ? children : [];
  if (instance === null) return own;
  const portals = Object.values(instance)
    .filter((value) => read(value, 'nodeType') === 1)
    .map((value) => read(value, '__k'));
  return [...own, ...portals];
}
