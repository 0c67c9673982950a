/** React 16 to 19 in development. */
import type { SourceLocation } from '@annotate-mcp/core';

import { type ComponentNote, isInNoted, noteOf } from './component-notes.ts';
import { isElementLike } from './dom-tree.ts';
import { isObject, read, readString } from './foreign.ts';
import { hostsAround, type Marks } from './hosts.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { printInputs } from './print-value.ts';
import type { ToProjectPath } from './project-path.ts';
import {
  asFiber,
  componentName,
  type Fiber,
  fiberOf,
  isRootOf,
  onScreen,
  ownedBy,
  ownerOf,
} from './react-fiber.ts';
import { loadStackLocation, locateOwnJsx, locateTag } from './react-lines.ts';
import {
  componentAround,
  componentFrom,
  isNoteOf,
  isServerComponent,
  type ReactComponent,
  serverProps,
  writtenOnServer,
} from './react-server.ts';
import { sourceAt } from './source-attribute.ts';
import { unresolved } from './summaries.ts';

const marks: Marks<ReactComponent> = {
  of: (element) => componentFrom(fiberOf(element)),
  parent: componentAround,
};

export const react: Inspector = {
  name: 'react',

  ancestry: (element) =>
    hostsAround(element, marks).map(({ component, hostUp }) => {
      const name = nameOf(component);
      return { name, selector: name, hostUp };
    }),

  locate: async (element, context) => {
    const fiber = fiberOf(element);
    return fiber === null ? null : locateElement(fiber, context);
  },

  files: (element, context) =>
    Promise.all(hostsAround(element, marks).map(({ component }) => fileOf(component, context))),

  usedAt: async (element, depth, context) => {
    const component = hostsAround(element, marks)[depth]?.component;
    return component === undefined ? null : locateTag(component, context);
  },

  hasMade: (element) => fiberOf(element) !== null,

  writer: (element) => {
    const components = hostsAround(element, marks).map(({ component }) => component);
    for (let owner = ownerOf(fiberOf(element)); owner !== null; owner = ownerOf(owner)) {
      const exact = components.findIndex((each) => isOwnedBy(each, owner));
      const depth = exact === -1 ? components.findIndex((each) => isOwnedByEarlier(each, owner)) : exact;
      if (depth !== -1) return depth;
    }
    return null;
  },

  encloses: (element, depth, location) => {
    const component = hostsAround(element, marks)[depth]?.component;
    return component === undefined || isServerComponent(component)
      ? null
      : isInNoted(noteOfComponent(component), location);
  },

  describe: async (element, depth, context) => {
    const ancestry = react.ancestry(element);
    const hosted = hostsAround(element, marks)[depth];
    const summary = ancestry[depth];
    if (hosted === undefined || summary === undefined)
      throw new RangeError('There is no such component here.');
    const [file, componentLocation] = await Promise.all([
      fileOf(hosted.component, context),
      locateBeginning(hosted.component, context),
    ]);
    return {
      componentName: summary.name,
      selector: summary.selector,
      componentFilePath: file ?? unresolved(summary.name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: printInputs(propsOf(hosted.component)),
    };
  },
};

function nameOf(component: ReactComponent): string {
  return isServerComponent(component) ? component.name : (componentName(component) ?? 'unknown');
}

function propsOf(component: ReactComponent): unknown {
  return isServerComponent(component) ? serverProps(component) : onScreen(component).memoizedProps;
}

function writtenBy(component: ReactComponent): Generator<Fiber> {
  return isServerComponent(component)
    ? writtenOnServer(component)
    : ownedBy(component, onScreen(component).child);
}

/** The location of the element's JSX, or of the tag of the library component whose root the element is. */
async function locateElement(start: Fiber, context: InspectContext): Promise<SourceLocation | null> {
  for (let fiber = start, up = 0; up < 50; up++) {
    const location = await locateOwnJsx(fiber, context);
    if (location !== null) return location;
    const owner = asFiber(ownerOf(fiber));
    if (owner === null || !isRootOf(fiber, owner)) return null;
    fiber = owner;
  }
  return null;
}

/** The first thing that the component itself wrote; nothing of what stands around its tag. */
async function locateBeginning(
  component: ReactComponent,
  context: InspectContext,
): Promise<SourceLocation | null> {
  const [own] = writtenBy(component);
  if (own === undefined) return null;
  return (isPassedOn(component, own) ? null : attributeOf(own, context)) ?? locateOwnJsx(own, context);
}

/** An attribute that came with the component's props was written around it: Next's `Link` passes it on to its `a`. */
function isPassedOn(component: ReactComponent, own: Fiber): boolean {
  const passed = readString(propsOf(component), 'data-annotate-source');
  return passed !== null && readString(own.memoizedProps, 'data-annotate-source') === passed;
}

/** The attribute that a compiler wrote into the JSX of an HTML element. */
function attributeOf(fiber: Fiber, context: InspectContext): SourceLocation | null {
  const element = typeof fiber.type === 'string' ? fiber.stateNode : null;
  return isElementLike(element) ? sourceAt(element, context) : null;
}

function isOwnedBy(component: ReactComponent, owner: object): boolean {
  return isServerComponent(component)
    ? component.info === owner
    : component === owner || component.alternate === owner;
}

/** A fiber that a hot update has not changed keeps the note that the server had sent before. */
function isOwnedByEarlier(component: ReactComponent, owner: object): boolean {
  return isServerComponent(component) && isNoteOf(owner, component);
}

function noteOfComponent({ type, elementType }: Fiber): ComponentNote | null {
  return noteOf(type) ?? noteOf(elementType);
}

/** `null` where no file of the project is known. A name is no proof: libraries have a `Link` and a `Card`, too. */
async function fileOf(component: ReactComponent, context: InspectContext): Promise<string | null> {
  const { toProjectPath } = context;
  const known = filesOfTypes.get(toProjectPath) ?? new WeakMap<object, KnownFile>();
  filesOfTypes.set(toProjectPath, known);
  const type = isServerComponent(component) ? component.info : typeOf(component);
  const file = known.get(type) ?? (await readFile(component, context));
  if (file !== null) known.set(type, file);
  return file?.path ?? null;
}

function typeOf(fiber: Fiber): object {
  return isObject(fiber.type) ? fiber.type : fiber;
}

/** The pointer meets the same components again and again, and a stack needs a source map. */
const filesOfTypes = new WeakMap<ToProjectPath, WeakMap<object, KnownFile>>();

interface KnownFile {
  readonly path: string | null;
}

const outside: KnownFile = { path: null };

/** Its JSX is in the file of the function that the component was given, not in the component's. */
async function isFromRenderProp(fiber: Fiber): Promise<boolean> {
  const stack = readString(read(fiber, '_debugStack'), 'stack');
  return stack !== null && (await loadStackLocation())?.isFromRenderProp(stack) === true;
}

/** The file of the component, taken from something that it rendered. The component is not called. */
async function readFile(component: ReactComponent, context: InspectContext): Promise<KnownFile | null> {
  const { toProjectPath } = context;
  const [own] = writtenBy(component);
  for (const fiber of writtenBy(component)) {
    const written = isPassedOn(component, fiber) ? null : attributeOf(fiber, context);
    if (written !== null && !(await isFromRenderProp(fiber))) return { path: written.file };
  }
  // The stack of what a server component wrote names compiled files of the server.
  if (isServerComponent(component)) return null;
  const source = readString(read(own, '_debugSource'), 'fileName');
  if (source !== null) {
    const path = toProjectPath(source);
    return path === null ? outside : { path };
  }
  const stack = readString(read(own, '_debugStack'), 'stack');
  if (stack === null) return null;
  const location = await (await loadStackLocation())?.findOwnerFile(stack, toProjectPath);
  if (location === null || location === undefined) return null;
  return location === 'outside' ? outside : { path: location.file };
}
