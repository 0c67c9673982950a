/** Angular 20 and later in development: what its debugging functions, its compiler and the manifest say. */
import type { Manifest, ManifestEntry, SourceLocation } from '@annotate-mcp/core';

import { isElementLike, outwards } from './dom-tree.ts';
import { guarded, isObject, plainName, read, readString } from './foreign.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { sourceAt, sourceWithin } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

export const angular: Inspector = {
  name: 'angular',
  keepsNearest: true,

  ancestry: (element) => hostsAround(element).map(({ summary }) => summary),

  locate: (element, context) => Promise.resolve(sourceAt(element, context)),

  files: (element, context) =>
    Promise.resolve(hostsAround(element).map((host) => filesOf(host, context).component ?? null)),

  usedAt: (element, depth, context) => {
    const host = hostsAround(element)[depth];
    return Promise.resolve(host === undefined ? null : sourceAt(host.root, context));
  },

  describe: (element, depth, context) => {
    const host = hostsAround(element)[depth];
    if (host === undefined) throw new RangeError('There is no such component here.');
    const { name, selector } = host.summary;
    const { component = unresolved(name), template } = filesOf(host, context);
    const templateFilePath = template ?? templateOf(host, component, context);
    const componentLocation = firstOwn(host, context);
    return Promise.resolve({
      componentName: name,
      selector,
      componentFilePath: component,
      ...(templateFilePath !== null && { templateFilePath }),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(inputsOf(host)),
    });
  },
};

/** The template file according to its elements. An inline template is not a file of its own. */
function templateOf(host: Host, component: string, context: InspectContext): string | null {
  const file = firstOwn(host, context)?.file ?? component;
  return file === component ? null : file;
}

/**
 * The first element of the component's own template. Its host also contains elements that others project into
 * it or render through an outlet. Angular reports the component only for some of them, so the context
 * of the view or the file has to agree.
 */
function firstOwn(host: Host, context: InspectContext): SourceLocation | null {
  const { instance, root, debug } = host;
  const { component, template } = filesOf(host, context);
  const isOwn = (location: SourceLocation, element: Element): boolean =>
    debug.ask('getOwningComponent', element) === instance &&
    (debug.ask('getContext', element) === instance || [component, template].includes(location.file));
  const atRoot = sourceAt(root, context);
  if (atRoot !== null && isOwn(atRoot, root)) return atRoot;
  return sourceWithin(root.shadowRoot ?? root, context, isOwn);
}

interface Host {
  readonly instance: object;
  /** Its host, or the outermost element of it around the asked one where that was moved away from the host. */
  readonly root: Element;
  readonly summary: ComponentSummary;
  readonly debug: AngularDebug;
}

/** The components around an element, as Angular's debugging functions tell them. */
function hostsAround(element: Element): Host[] {
  const debug = debugOf(element);
  if (debug === null) return [];
  const found = new Map<object, Host>();
  const add = (instance: object, host: Element, root: Element, hostUp: number): void => {
    if (found.has(instance)) return;
    const summary = { name: nameOf(instance), selector: selectorOf(instance, host), hostUp };
    found.set(instance, { instance, root, summary, debug });
  };

  let hostUp = 0;
  let outermost = { element, hostUp };
  for (const at of outwards(element)) {
    // Answers for hosts only, which is what is wanted: `getOwningComponent` of a host is its parent.
    const instance = debug.ask('getComponent', at);
    if (isObject(instance)) {
      add(instance, at, at, hostUp);
      outermost = { element: at, hostUp };
    }
    hostUp++;
  }
  for (const { instance, host, root, up } of aroundMoved(outermost.element, debug)) {
    add(instance, host, root, outermost.hostUp + up);
  }
  return [...found.values()];
}

interface Around {
  readonly instance: object;
  readonly host: Element;
  readonly root: Element;
  readonly up: number;
}

/**
 * Dialogs and menus are often moved to the end of the body, out of their component's host. Angular still knows whose
 * template they are in, and the components around that one are around them too.
 */
function* aroundMoved(from: Element, debug: AngularDebug): Generator<Around> {
  const moved = outermostOwned(from, debug);
  const seen = new Set<object>();
  for (let at = moved; at !== null && moved !== null && !seen.has(at.owner);) {
    seen.add(at.owner);
    const host: unknown = debug.ask('getHostElement', at.owner);
    if (!isElementLike(host)) return;
    let last = host;
    for (const out of outwards(host)) {
      const instance = debug.ask('getComponent', out);
      if (!isObject(instance)) continue;
      yield { instance, host: out, root: moved.element, up: moved.up };
      last = out;
    }
    at = outermostOwned(last, debug);
  }
}

function outermostOwned(
  from: Element,
  debug: AngularDebug,
): { owner: object; element: Element; up: number } | null {
  let found = null;
  let up = 0;
  for (const at of outwards(from)) {
    const owner = debug.ask('getOwningComponent', at);
    if (isObject(owner)) found = { owner, element: at, up };
    up++;
  }
  return found;
}

/** The class file that the compiler names, and the template of the manifest, unless that is of another class of that name. */
function filesOf({ instance, summary }: Host, context: InspectContext): Partial<ManifestEntry> {
  const { name, selector } = summary;
  const named = namedIn(context.manifest, name);
  const told = guarded(() => classFileOf(instance), null);
  if (told === null) return named.find((entry) => hasSelector(entry, selector)) ?? {};
  const component = context.toProjectPath(told);
  if (component === null) return {};
  const here = named.filter((entry) => entry.component === component);
  return here.find((entry) => hasSelector(entry, selector)) ?? here[0] ?? { component };
}

/** A second class of the same name has the key `Name#selector`. */
function namedIn(manifest: Manifest, name: string): ManifestEntry[] {
  return Object.keys(manifest).flatMap((key) => {
    const entry = key === name || key.startsWith(`${name}#`) ? manifest[key] : undefined;
    return entry === undefined ? [] : [entry];
  });
}

/** The manifest has the selector as it was written: `li[appRow], tr[appRow]`. */
function hasSelector({ selector }: ManifestEntry, asked: string): boolean {
  if (selector === undefined) return asked === 'ng-component';
  return selector.split(',').some((each) => tidy(each) === tidy(asked));
}

function tidy(selector: string): string {
  return selector
    .replace(/:not\([^)]*\)/g, '')
    .replace(/["'\s]/g, '')
    .toLowerCase();
}

/** The inputs of a component by their public names. They are read when they are printed, one by one. */
function inputsOf({ instance, debug }: Host): object {
  const declared = read(debug.ask('getDirectiveMetadata', instance), 'inputs');
  const inputs = {};
  for (const name of isObject(declared) ? Object.keys(declared) : []) {
    const property = read(declared, name);
    const key = typeof property === 'string' ? property : name;
    Object.defineProperty(inputs, name, {
      enumerable: true,
      get: () => (isWriteOnly(instance, key) ? '[write-only]' : read(instance, key)),
    });
  }
  return inputs;
}

/** A setter without a getter: what was written is not kept under this name, and `undefined` would be wrong. */
function isWriteOnly(instance: object, key: string): boolean {
  for (let at: unknown = instance; isObject(at); at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return descriptor.set !== undefined && descriptor.get === undefined;
  }
  return false;
}

function definitionOf(instance: object): unknown {
  return read(read(instance, 'constructor'), 'ɵcmp');
}

/** As the compiler spells it. `null` for components of packages, which were compiled elsewhere. */
function classFileOf(instance: object): string | null {
  return readString(read(definitionOf(instance), 'debugInfo'), 'filePath');
}

/** The constructor is called `_App` where the bundler had to rename it. */
function nameOf(instance: object): string {
  return guarded(() => {
    const info = read(definitionOf(instance), 'debugInfo');
    const name = readString(info, 'className') ?? readString(read(instance, 'constructor'), 'name');
    return name === null ? 'unknown' : plainName(name);
  }, 'unknown');
}

/** Of several selectors the one that the host matches; a bound attribute is not in the DOM, but the tag is. */
function selectorOf(instance: object, host: Element): string {
  const selectors = guarded(() => read(definitionOf(instance), 'selectors'), undefined);
  if (!Array.isArray(selectors)) return host.localName;
  const written = selectors.map(writeSelector).filter((selector) => selector !== '');
  if (written.length < 2) return written[0] ?? host.localName;
  return (
    written.find((selector) => guarded(() => host.matches(selector), false)) ??
    written.find((selector) => /^[\w-]*/.exec(selector)?.[0] === host.localName) ??
    written[0] ??
    host.localName
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

/** The functions that Angular publishes as `ng` in development. Not all of them are there in every version. */
interface AngularDebug {
  /** `undefined` when Angular has no such function or does not know what it was asked about. */
  readonly ask: (
    name: 'getComponent' | 'getContext' | 'getDirectiveMetadata' | 'getHostElement' | 'getOwningComponent',
    about: object,
  ) => unknown;
}

/** Uses the Angular of the element's frame, or the page's Angular, which may render into the frame. */
function debugOf(element: Element): AngularDebug | null {
  const pageWindow = guarded(() => element.ownerDocument.defaultView, null);
  const ng = [pageWindow, globalThis]
    .map((world) => guarded(() => read(world, 'ng'), undefined))
    .find((each) => isObject(each) && typeof read(each, 'getComponent') === 'function');
  if (ng === undefined) return null;
  return {
    ask: (name, about) =>
      guarded(() => {
        const call = read(ng, name);
        return typeof call === 'function' ? (Reflect.apply(call, ng, [about]) as unknown) : undefined;
      }, undefined),
  };
}
