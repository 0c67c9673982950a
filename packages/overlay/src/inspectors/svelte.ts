/**
 * Svelte 5 in development. `__svelte_meta` on an element says, in `parent`, which blocks and component tags it stands in;
 * every use of a component has an entry of its own. The line of an element comes from the dev server's attribute: the one
 * of `__svelte_meta` is wrong or missing after hydration. Props come from the dev server, too.
 */
import type { SourceLocation } from '@annotate-mcp/core';

import { outwards, stepsOut } from './dom-tree.ts';
import { guarded, isObject, nameOfFile, read, readString } from './foreign.ts';
import { type Hosted, hostsAround, type Marks } from './hosts.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import { sourceAt } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

const marks: Marks<object> = {
  of: (element) => {
    const meta = read(element, '__svelte_meta');
    return isObject(meta) ? componentFrom(meta) : null;
  },
  parent: (component) => ('type' in component ? componentFrom(component) : null),
};

export const svelte: Inspector = {
  name: 'svelte',

  ancestry: (element) =>
    hostsAround(element, marks).map((hosted) => {
      const name = nameOf(element, hosted);
      return { name, selector: name, hostUp: hosted.hostUp };
    }),

  locate: (element, context) =>
    Promise.resolve(
      sourceAt(element, context) ??
        (isHydrated(element) ? null : toLocation(read(read(element, '__svelte_meta'), 'loc'), context)),
    ),

  files: (element, context) =>
    Promise.resolve(hostsAround(element, marks).map((hosted) => fileOf(element, hosted, context))),

  usedAt: (element, depth, context) => {
    const hosted = hostsAround(element, marks)[depth];
    return Promise.resolve(hosted === undefined ? null : toLocation(hosted.component, context));
  },

  describe: (element, depth, context) => {
    const hosted = hostsAround(element, marks)[depth];
    if (hosted === undefined) throw new RangeError('There is no such component here.');
    const name = nameOf(element, hosted);
    const componentLocation = beginningOf(element, hosted, context);
    return Promise.resolve({
      componentName: name,
      selector: name,
      componentFilePath: fileOf(element, hosted, context) ?? unresolved(name),
      ...(componentLocation !== null && { componentLocation }),
      // Svelte's own: slots and the parent's bindings.
      inputs: printInputs(read(noteOf(element, hosted, context), 'props'), [
        '$$slots',
        '$$events',
        '$$legacy',
      ]),
    });
  },
};

/** The component that this element or entry stands in: the entry of its tag, or the file that was mounted. */
function componentFrom(inner: object): object {
  let at = inner;
  for (;;) {
    const parent = read(at, 'parent');
    if (!isObject(parent)) break;
    if (read(parent, 'type') === 'component') return parent;
    at = parent;
  }
  const file = readString(at, 'file') ?? readString(read(at, 'loc'), 'file') ?? '';
  const root = roots.get(file) ?? { root: file };
  roots.set(file, root);
  return root;
}

const roots = new Map<string, { root: string }>();

/**
 * The name of the component's file: the tag may be a variable, and SvelteKit calls the tags of pages `Pyramid_1`. All
 * pages have the same file name, so that their folder is a part of it: `blog/+page`.
 */
function nameOf(element: Element, hosted: Hosted<object>): string {
  const written = readString(hosted.component, 'root') ?? readString(firstWrittenIn(element, hosted), 'file');
  const tag = readString(hosted.component, 'componentTag') ?? 'unknown';
  if (written === null) return tag;
  const name = nameOfFile(written);
  if (name.startsWith('+')) return written.split(/[\\/]/).at(-2)?.concat('/', name) ?? name;
  return name === 'index' ? tag : name;
}

/** Where the component begins. After hydration only the attribute is right. */
function beginningOf(
  element: Element,
  hosted: Hosted<object>,
  context: InspectContext,
): SourceLocation | null {
  const host = stepsOut(element, hosted.hostUp);
  const told = toLocation(firstWrittenIn(element, hosted), context);
  const marked = sourceAt(host, context);
  if (marked !== null && marked.file === told?.file) return marked;
  return isHydrated(host) ? null : told;
}

/** Whether the server rendered what is around the element: Svelte then leaves its comments in the page. */
function isHydrated(element: Element): boolean {
  for (const at of outwards(element)) {
    for (const node of at.childNodes) if (node.nodeType === 8 && node.nodeValue === '[') return true;
  }
  return false;
}

/**
 * The first thing of the component's own template around its outermost element: `{ file, line, column }` of that
 * element, or of the block or tag that it came from.
 */
function firstWrittenIn(element: Element, { component, hostUp }: Hosted<object>): unknown {
  const meta = read(stepsOut(element, hostUp), '__svelte_meta');
  let written = read(meta, 'loc');
  for (let at = read(meta, 'parent'); isObject(at); at = read(at, 'parent')) {
    if (at === component) return written;
    written = at;
  }
  return written;
}

/** `null` where no file of the project is known. */
function fileOf(element: Element, hosted: Hosted<object>, context: InspectContext): string | null {
  return writtenFile(element, hosted, context) ?? readString(noteOf(element, hosted, context), 'file');
}

function writtenFile(element: Element, hosted: Hosted<object>, context: InspectContext): string | null {
  const file = readString(firstWrittenIn(element, hosted), 'file');
  return file === null ? null : context.toProjectPath(file);
}

function noteOf(element: Element, hosted: Hosted<object>, context: InspectContext): unknown {
  const file = writtenFile(element, hosted, context);
  return noteFor(stepsOut(element, hosted.hostUp), file, nameOf(element, hosted));
}

/** Svelte counts columns from 0. */
function toLocation(location: unknown, context: InspectContext): SourceLocation | null {
  const file = context.toProjectPath(readString(location, 'file') ?? '');
  const line = read(location, 'line');
  const column = read(location, 'column');
  if (file === null || typeof line !== 'number' || typeof column !== 'number') return null;
  return { file, line, column: column + 1 };
}

/**
 * What the Vite plugin noted when the component put its nodes into the page. A node that two components share belongs
 * to the inner one; the outer one then has a comment or a text beside it, and what follows is nearer than what precedes.
 */
function noteFor(host: Element, file: string | null, name: string): unknown {
  const notes: unknown = Reflect.get(globalThis, Symbol.for('annotate.svelte'));
  const fits = (node: Node): unknown => {
    const note = guarded(
      (): unknown => WeakMap.prototype.get.call(notes as WeakMap<Node, unknown>, node),
      undefined,
    );
    const isIt = file === null ? readString(note, 'name') === name : readString(note, 'file') === file;
    return isIt ? note : undefined;
  };
  for (let node: Node | null = host; node !== null; node = node.nextSibling) {
    const note = fits(node);
    if (note !== undefined) return note;
  }
  for (let node = host.previousSibling; node !== null; node = node.previousSibling) {
    const note = fits(node);
    if (note !== undefined) return note;
  }
  return undefined;
}
