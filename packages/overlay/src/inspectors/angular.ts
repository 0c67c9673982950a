/** Angular in development, through the globals that it publishes for debugging. */
import { findInManifest, type ManifestEntry, type SourceLocation } from '@annotate-mcp/core';

import { outwards, stepsOut } from './dom-tree.ts';
import { guarded, isObject, plainName, read, readString } from './foreign.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { markedAround, markedAt, markedWithin } from './source-attribute.ts';
import { treePath, unresolved } from './summaries.ts';

export const angular: Inspector = {
  name: 'angular',

  ancestry: (element) => hosts(element).map(({ summary }) => summary),

  locate: (element, depth, context) => {
    const host = hosts(element)[depth];
    if (host === undefined) return Promise.resolve(null);
    return Promise.resolve(depth === 0 ? markedAround(element, context) : rootOf(element, host, context));
  },

  describe: async (element, depth, context) => {
    const ancestry = angular.ancestry(element);
    const host = hosts(element)[depth];
    if (host === undefined) throw new RangeError('There is no such component here.');
    const { instance, summary } = host;
    const { component, template } = filesOf(host, context);
    const sourceLocation = await angular.locate(element, depth, context);
    const templateFilePath =
      template ?? templateIn(stepsOut(element, summary.hostUp), sourceLocation, context);
    return {
      componentName: summary.name,
      selector: summary.selector,
      componentFilePath: component ?? unresolved(summary.name),
      ...(templateFilePath !== undefined && { templateFilePath }),
      ...(sourceLocation !== null && { sourceLocation }),
      inputs: printInputs(inputsOf(instance)),
      componentTreePath: treePath(ancestry, depth),
    };
  },
};

interface Host {
  readonly instance: object;
  readonly summary: ComponentSummary;
}

/** `getComponent` answers for hosts only, which is what is wanted: `getOwningComponent` of a host is its parent. */
function hosts(element: Element): Host[] {
  const getComponent = debugFunction('getComponent');
  const found: Host[] = [];
  if (getComponent === null) return found;
  let hostUp = 0;
  for (const at of outwards(element)) {
    const instance = guarded(() => getComponent(at), null);
    if (isObject(instance)) {
      found.push({
        instance,
        summary: { name: nameOf(instance), selector: selectorOf(instance, at), hostUp },
      });
    }
    hostUp++;
  }
  return found;
}

function debugFunction(name: string): ((of: unknown) => unknown) | null {
  const ng: unknown = Reflect.get(globalThis, 'ng');
  const call = read(ng, name);
  return typeof call === 'function' ? (of) => Reflect.apply(call, ng, [of]) as unknown : null;
}

function definitionOf(instance: object): unknown {
  return read(read(instance, 'constructor'), 'ɵcmp');
}

/** The constructor is called `_App` where the compiler had to rename it. */
function nameOf(instance: object): string {
  const info = read(definitionOf(instance), 'debugInfo');
  const name = readString(info, 'className') ?? readString(read(instance, 'constructor'), 'name');
  return name === null ? 'unknown' : plainName(name);
}

function selectorOf(instance: object, host: Element): string {
  const selectors = read(definitionOf(instance), 'selectors');
  if (!Array.isArray(selectors)) return host.localName;
  const written = selectors.map(writeSelector).filter((selector) => selector !== '');
  return (
    written.find((selector) => guarded(() => host.matches(selector), false)) ?? written[0] ?? host.localName
  );
}

/** `["li", "appRow", ""]` is `li[appRow]`; a number says that classes follow. */
function writeSelector(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const [tag, ...rest] = parts as unknown[];
  let selector = typeof tag === 'string' ? tag : '';
  let classes = false;
  for (let i = 0; i < rest.length; i++) {
    const part = rest[i];
    // The flags of a class selector; a negation (odd) says nothing about what the element is.
    if (typeof part === 'number') {
      if (part % 2 === 1) break;
      classes = (part & 8) !== 0;
    } else if (classes) selector += `.${String(part)}`;
    else {
      const value = rest[++i];
      selector +=
        typeof value === 'string' && value !== '' ? `[${String(part)}="${value}"]` : `[${String(part)}]`;
    }
  }
  return selector;
}

function filesOf({ instance, summary }: Host, context: InspectContext): Partial<ManifestEntry> {
  const entry = findInManifest(context.manifest, summary.name, summary.selector);
  const info = read(definitionOf(instance), 'debugInfo');
  const file = context.toProjectPath(readString(info, 'filePath') ?? '');
  return { ...entry, ...(file !== null && { component: file }) };
}

/** The template names itself on the elements it made. */
function templateIn(
  host: Element,
  clicked: SourceLocation | null,
  context: InspectContext,
): string | undefined {
  const inside = markedWithin(host.shadowRoot ?? host, context);
  return [inside, clicked].find((place) => place?.file.endsWith('.html'))?.file;
}

function rootOf(element: Element, host: Host, context: InspectContext): SourceLocation | null {
  const root = stepsOut(element, host.summary.hostUp);
  const { component, template } = filesOf(host, context);
  return markedWithin(root.shadowRoot ?? root, context, [component, template]) ?? markedAt(root, context);
}

/** By their public names. Read one by one, because a required input that was not set yet throws. */
function inputsOf(instance: object): object {
  const metadata = guarded(() => debugFunction('getDirectiveMetadata')?.(instance), undefined);
  const declared = read(metadata, 'inputs');
  const inputs = {};
  for (const name of isObject(declared) ? Object.keys(declared) : []) {
    const property = read(declared, name);
    const key = typeof property === 'string' ? property : name;
    Object.defineProperty(inputs, name, { enumerable: true, get: () => read(instance, key) });
  }
  return inputs;
}
