/**
 * Solid 1 in development. Its components are owners, which the dev server notes for the elements that they create; lines
 * come from the dev server's attribute.
 */
import { guarded, isObject, read } from './foreign.ts';
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
import { markedTag } from './tag-source.ts';

const marks: Marks<object> = {
  of: (element) => componentFrom(ownerOf(element)),
  parent: (component) => componentFrom(read(component, 'owner')),
};

const components: NotedComponents<object> = {
  marksAround: () => marks,
  typeOf: (component) => read(calledIn(component), 'component'),
  propsOf: (component) => readableProps(read(calledIn(component), 'props')),
  usedAt: (component, context) => markedTag(read(calledIn(component), 'props'), context),
};

export const solid: Inspector = {
  name: 'solid',
  ancestry: (element) => summarize(element, components),
  locate: (element, context) => Promise.resolve(sourceAt(element, context)),
  files: (element) => Promise.resolve(filesOf(element, components)),
  usedAt: (element, depth, context) => Promise.resolve(usedAt(element, depth, components, context)),
  encloses: (element, depth, location) => encloses(element, depth, components, location),
  describe: async (element, depth, context) => describeNoted(element, depth, components, context),
};

function ownerOf(element: Element): unknown {
  return noted('annotate.solid', element);
}

/** What has `component` and `props`: the owner of a component, or the note about one that `lazy` or `Dynamic` called in it. */
function calledIn(owner: object): unknown {
  return typeof read(owner, 'component') === 'function' ? owner : noted('annotate.solid-calls', owner);
}

function noted(name: string, key: object): unknown {
  const notes: unknown = Reflect.get(globalThis, Symbol.for(name));
  return guarded(
    (): unknown => WeakMap.prototype.get.call(notes as WeakMap<object, unknown>, key),
    undefined,
  );
}

/** This owner or the nearest one around it that is a component: effects and memos are owners, too. */
function componentFrom(start: unknown): object | null {
  for (let owner = start; isObject(owner); owner = read(owner, 'owner')) {
    if (typeof read(calledIn(owner), 'component') === 'function') return owner;
  }
  return null;
}

/**
 * A prop that depends on a signal is a getter that Solid's compiler made; reading it outside of the app's effects
 * subscribes to nothing. Getters that create elements are not read, nor those whose code cannot be seen, which may do
 * the same.
 */
function readableProps(props: unknown): Record<string, unknown> {
  if (!isObject(props)) return {};
  const keys = guarded(() => Object.keys(props), []);
  return Object.fromEntries(
    keys.map((key) => [key, guarded(() => readProp(props, key), '[throws when read]')]),
  );
}

function readProp(props: object, key: string): unknown {
  const getter = read(Object.getOwnPropertyDescriptor(props, key), 'get');
  if (typeof getter !== 'function') return read(props, key);
  const code = Function.prototype.toString.call(getter);
  if (createsElements.test(code)) return '[JSX]';
  return isPlainGetter.test(code) ? read(props, key) : '[getter]';
}

const createsElements = /\b_tmpl\$|_\$(?:createComponent|getNextElement|memo|template)\b|\$\$annotateOwner\b/;
const isPlainGetter = /^get [\s\S]*\{\s*return\b/;
