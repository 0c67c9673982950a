/**
 * Vue 3 in development. Lines come from the attribute that the dev server, or Vue's own inspector, puts on elements, and
 * for the tags of components from a hook of their vnode: an attribute would be passed on to the component.
 */
import { declares, type SourceLocation } from '@annotate-mcp/core';

import { isElementLike, stepsOut } from './dom-tree.ts';
import { isObject, nameOfFile, plainName, read, readString } from './foreign.ts';
import { type Hosted, hostsAround, type Marks } from './hosts.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { parseSource, sourceAt, sourceWithin } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

/** Vue's own components, which are not part of the app. */
const builtIn = /^(Base)?(Transition|TransitionGroup|KeepAlive|Suspense|Teleport|AsyncComponentWrapper)$/;

const marks: Marks<object> = {
  of: (element) => instanceFrom(read(element, '__vueParentComponent')),
  parent: (instance) => instanceFrom(read(instance, 'parent')),
};

export const vue: Inspector = {
  name: 'vue',

  ancestry: (element) =>
    hostsAround(element, marks).map(({ component, hostUp }) => {
      const name = nameOf(component);
      return { name, selector: name, hostUp };
    }),

  locate: (element, context) =>
    Promise.resolve(
      sourceAt(element, context) ?? tagOf(read(element, '__vnode'), context) ?? rootTag(element, context),
    ),

  files: (element, context) =>
    Promise.resolve(hostsAround(element, marks).map(({ component }) => fileOf(component, context))),

  usedAt: (element, depth, context) => {
    const hosted = hostsAround(element, marks)[depth];
    return Promise.resolve(hosted === undefined ? null : tagOf(read(hosted.component, 'vnode'), context));
  },

  describe: (element, depth, context) => {
    const hosted = hostsAround(element, marks)[depth];
    if (hosted === undefined) throw new RangeError('There is no such component here.');
    const name = nameOf(hosted.component);
    const componentLocation = rootOf(element, hosted, context);
    return Promise.resolve({
      componentName: name,
      selector: name,
      componentFilePath: fileOf(hosted.component, context) ?? unresolved(name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(raw(read(hosted.component, 'props'))),
    });
  },
};

function instanceFrom(start: unknown): object | null {
  for (let at = start; isObject(at); at = read(at, 'parent')) {
    if (isObject(read(at, 'type')) && !builtIn.test(nameOf(at))) return at;
  }
  return null;
}

function nameOf(instance: object): string {
  const type = read(instance, 'type');
  const file = readString(type, '__file');
  const name = readString(type, 'displayName') ?? readString(type, 'name') ?? readString(type, '__name');
  return name === null ? (file === null ? 'unknown' : nameOfFile(file)) : plainName(name);
}

/**
 * A component without `__file`, which only single-file components have, is one of the project when its root element is
 * written in a file that declares a component of this name. The name alone is no proof.
 */
function fileOf(instance: object, context: InspectContext): string | null {
  const file = readString(read(instance, 'type'), '__file');
  if (file !== null) return context.toProjectPath(file);
  const root = read(read(instance, 'subTree'), 'el');
  const written = isElementLike(root) ? sourceAt(root, context) : null;
  return written !== null && declares(context.manifest, written.file, nameOf(instance)) ? written.file : null;
}

/** The tag of the component whose root element this is; of several such components the innermost that is known. */
function rootTag(element: Element, context: InspectContext): SourceLocation | null {
  for (let at = read(element, '__vueParentComponent'); isObject(at); at = read(at, 'parent')) {
    // A component with several roots begins with an empty text instead.
    if (read(read(at, 'subTree'), 'el') !== element) return null;
    const tag = tagOf(read(at, 'vnode'), context);
    if (tag !== null) return tag;
  }
  return null;
}

/** Where the tag of this vnode is written. An app's own hook and ours are merged to a list. */
function tagOf(vnode: unknown, context: InspectContext): SourceLocation | null {
  const hooks = read(read(vnode, 'props'), 'onVnodeBeforeMount');
  for (const hook of Array.isArray(hooks) ? (hooks as unknown[]) : [hooks]) {
    const written = readString(hook, 'annotateSource');
    if (written !== null) return parseSource(written, context);
  }
  return null;
}

/** Reading props through Vue's proxies would register a dependency. */
function raw(props: unknown): unknown {
  return read(props, '__v_raw') ?? props;
}

/** The root of the component as it wrote it: its root element may be that of a component further in. */
function rootOf(
  element: Element,
  { component, hostUp }: Hosted<object>,
  context: InspectContext,
): SourceLocation | null {
  const host = stepsOut(element, hostUp);
  const file = fileOf(component, context);
  if (file === null) return null;
  const own = sourceAt(host, context);
  return own?.file === file ? own : sourceWithin(host, context, (location) => location.file === file);
}
