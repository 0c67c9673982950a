/** Where React's elements and the tags of its components are written: notes of the dev server, or stacks. */
import type { SourceLocation } from '@annotate-mcp/core';

import { read, readString } from './foreign.ts';
import type { InspectContext } from './inspector.ts';
import { asFiber, componentName, type Fiber, freshElement, onScreen, ownerOf } from './react-fiber.ts';
import { currentNote, isServerComponent, type ReactComponent } from './react-server.ts';
import type { StackLocation } from './stack-location.ts';
import { fromDebugSource, markedTag } from './tag-source.ts';

/** Where the component's tag is written. */
export async function locateTag(
  component: ReactComponent,
  context: InspectContext,
): Promise<SourceLocation | null> {
  if (isServerComponent(component)) {
    const stack = readString(read(currentNote(component), 'debugStack'), 'stack');
    return stack === null ? null : tagOnServer(stack, /^<[\w$]/, context);
  }
  const marked = markOf(component, context);
  if (marked !== null) return marked;
  const source = read(component, '_debugSource');
  if (source !== null && source !== undefined) return fromDebugSource(source, context);
  const fresh = readString(read(freshElement(component), '_debugStack'), 'stack');
  const onServer = fresh ?? readString(read(component, '_debugStack'), 'stack');
  if (onServer !== null && serverFile.test(onServer)) {
    // A fiber keeps the stack that it was mounted with, whose lines may have moved: then the name has to be the same.
    const name = fresh === null ? escapePattern(componentName(component) ?? '') : '[\\w$]+';
    return tagOnServer(onServer, new RegExp(`^<${name}(?![\\w$])`), context);
  }
  const location = await locateByStack(component, context);
  return location !== null && beginsTag(location) ? toSourceLocation(location) : null;
}

/** How React names a compiled file of the server: `Server`, or what Next was doing, such as `Prerender` and `Cache`. */
const serverFile = /about:\/\/React\/[^/]+\//;

/** What a server component wrote; `null` where the source map leads to something else than such a tag. */
async function tagOnServer(
  stack: string,
  tag: RegExp,
  context: InspectContext,
): Promise<SourceLocation | null> {
  // Without the dev server there is no map either.
  const module = await import('./server-stack.ts').catch(() => null);
  const location = (await module?.locateOnServer(stack, context)) ?? null;
  const isTag = location !== null && tag.test(textAt(location)) && isCurrent(location);
  return isTag ? toSourceLocation(location) : null;
}

/**
 * Whether the source map has the file as it is now: what a server module was compiled to may be older than the elements in
 * the page, whose attributes say where their tags are by now.
 */
function isCurrent({ file, source }: StackLocation): boolean {
  // What Markdown makes has no tag.
  if (/\.mdx?$/.test(file)) return true;
  const lines = source?.split('\n') ?? [];
  return [...document.querySelectorAll(`[data-annotate-source^="${CSS.escape(file)}:"]`)].every((element) => {
    const value = element.getAttribute('data-annotate-source') ?? '';
    const [line = 0, column = 0] = value
      .slice(file.length + 1)
      .split(':')
      .map(Number);
    return /^<[\w$]/.test(lines[line - 1]?.slice(column - 1) ?? '');
  });
}

function textAt({ source, line, column }: StackLocation): string {
  return source?.split('\n')[line - 1]?.slice(column - 1) ?? '';
}

/** A source map without columns leads to the first line of a statement, which may have several tags. */
function beginsTag(location: StackLocation): boolean {
  const there = textAt(location);
  return /^(?:<[\w$]|(?:[\w$]+\.)?(?:createElement|cloneElement|jsxs?|jsxDEV)\()/.test(there);
}

/** What the dev server's transform noted about the tag, as of the last rendering. */
function markOf(fiber: Fiber, context: InspectContext): SourceLocation | null {
  return markedTag(onScreen(fiber).memoizedProps, context);
}

export async function locateOwnJsx(fiber: Fiber, context: InspectContext): Promise<SourceLocation | null> {
  const marked = markOf(fiber, context);
  if (marked !== null) return marked;
  const source = read(fiber, '_debugSource');
  if (source !== null && source !== undefined) return fromDebugSource(source, context);
  const location = await locateByStack(fiber, context);
  return location === null ? null : toSourceLocation(location);
}

function toSourceLocation({ file, line, column }: SourceLocation): SourceLocation {
  return { file, line, column };
}

async function locateByStack(fiber: Fiber, context: InspectContext): Promise<StackLocation | null> {
  const fresh = readString(read(freshElement(fiber), '_debugStack'), 'stack');
  const stack = fresh ?? readString(read(fiber, '_debugStack'), 'stack');
  if (stack === null) return null;
  const location = await (await loadStackLocation())?.locateWritten(stack, context.toProjectPath);
  if (location === null || location === undefined) return null;
  const isOld = fresh === null || location.isOutdated;
  return { ...location, ...(isOld ? afterHotUpdate(location, fiber) : null) };
}

/** `null` while the module cannot be loaded: without the dev server the name of a component is known, but not its line. */
export async function loadStackLocation() {
  return import('./stack-location.ts').catch(() => null);
}

/**
 * The JSX that a component returns is not in any props, so after a hot update its stack names the old module.
 * In the current text it is the tag of that name in the component that matches the element best.
 */
function afterHotUpdate(location: StackLocation, fiber: Fiber): { line: number; column: number } | null {
  const { source } = location;
  const owner = asFiber(ownerOf(fiber));
  const tag = typeof fiber.type === 'string' ? fiber.type : componentName(fiber);
  const name = owner === null ? null : componentName(owner);
  if (source === null || tag === null) return null;
  const opening = new RegExp(`<${escapePattern(tag)}(?![\\w.-])`, 'g');
  const there = source.split('\n')[location.line - 1]?.slice(location.column - 1) ?? '';
  if (!location.isOutdated && there.search(opening) === 0) return null;
  // A component without a name, or one that is named elsewhere: the whole file is searched.
  const from = name === null ? 0 : Math.max(0, source.search(declarationOf(name)));
  const openings = Array.from(source.slice(from).matchAll(opening), ({ index }) => from + index);
  const says = Object.values(onScreen(fiber).memoizedProps ?? {}).filter(
    (value) => typeof value === 'string',
  );
  const likeness = openings.map((index, n) => {
    const written = source.slice(index, Math.min(index + 1_000, openings[n + 1] ?? Infinity));
    return says.filter((text) => written.includes(`"${text}"`) || written.includes(`>${text}<`)).length;
  });
  const at = openings[likeness.indexOf(Math.max(...likeness))];
  if (at === undefined) return null;
  const before = source.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function declarationOf(name: string): RegExp {
  const pattern = escapePattern(name);
  return new RegExp(`(function|class)\\s+${pattern}\\b|\\b${pattern}\\s*[:=]`);
}

function escapePattern(text: string): string {
  return text.replace(/\W/g, '\\$&');
}
