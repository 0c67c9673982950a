/** Vue 3 in development. Lines come from the attribute that the Vite plugin, or Vue's own inspector, puts on elements. */
import { findInManifest, type SourceLocation } from '@annotate-mcp/core';

import { stepsOut } from './dom-tree.ts';
import { isObject, nameOfFile, plainName, read, readString } from './foreign.ts';
import { type Hosted, hostsAround, type Marks } from './hosts.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { sourceAt, sourceWithin } from './source-attribute.ts';
import { treePath, unresolved } from './summaries.ts';

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

  locate: (element, context) => Promise.resolve(sourceAt(element, context)),

  files: (element, context) =>
    Promise.resolve(hostsAround(element, marks).map(({ component }) => fileOf(component, context))),

  describe: async (element, depth, context) => {
    const ancestry = vue.ancestry(element);
    const summary = ancestry[depth];
    const hosted = hostsAround(element, marks)[depth];
    if (summary === undefined || hosted === undefined)
      throw new RangeError('There is no such component here.');
    const files = await vue.files(element, context);
    const componentLocation = rootOf(element, hosted, context);
    return {
      componentName: summary.name,
      selector: summary.selector,
      componentFilePath: files[depth] ?? unresolved(summary.name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(raw(read(hosted.component, 'props'))),
      componentTreePath: treePath(ancestry, files, depth),
    };
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

function fileOf(instance: object, context: InspectContext): string | null {
  const file = readString(read(instance, 'type'), '__file');
  const path = file === null ? null : context.toProjectPath(file);
  return path ?? findInManifest(context.manifest, nameOf(instance), null)?.component ?? null;
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
  const own = sourceAt(host, context);
  if (file === null || own?.file === file) return own;
  return sourceWithin(host, context, (location) => location.file === file) ?? own;
}
