/** Reads source locations that a compiler or the dev server wrote into attributes. */
import type { SourceLocation } from '@annotate-mcp/core';

import { outwards } from './dom-tree.ts';
import type { InspectContext } from './inspector.ts';

// Not Astro's own, which in some versions name the end of the tag or another element.
const attributes = ['data-annotate-source', 'data-v-inspector', 'data-ng-source-location'] as const;
const anyAttribute = attributes.map((name) => `[${name}]`).join();

/** The location of this element. */
export function sourceAt(element: Element, context: InspectContext): SourceLocation | null {
  for (const name of attributes) {
    const value = element.getAttribute(name);
    const location = value === null ? null : parse(name, value, context);
    if (location !== null) return location;
  }
  return null;
}

/** The nearest element around this one that has a location, and how many steps out it is. */
export function writtenAround(
  element: Element,
  context: InspectContext,
): { readonly location: SourceLocation; readonly up: number } | null {
  let up = 0;
  for (const at of outwards(element)) {
    const location = up === 0 ? null : sourceAt(at, context);
    if (location !== null) return { location, up };
    up++;
  }
  return null;
}

/**
 * Where the HTML that this element is a part of is put into the page as a text. The dev server's attribute says it on an
 * outermost element of that HTML, or beside the location of the element around it; for Angular the manifest says it.
 */
export function htmlAround(element: Element, context: InspectContext): HtmlAround | null {
  // Not through the top of a shadow root: what is in it was made by the custom element.
  for (let at: Element | null = element, up = 0; at !== null; at = at.parentElement, up++) {
    const told = at.getAttribute('data-annotate-html') ?? '';
    const host = up === 0 ? null : sourceAt(at, context);
    if (host === null) {
      const location = parseSource(told, context);
      if (location === null) continue;
      return { location, up };
    }
    const place = told === '' ? placeOfHtml(host, context) : told;
    const [line, column] = place.split(':').map(Number);
    return line === undefined || column === undefined ? null : { location: { ...host, line, column }, up };
  }
  return null;
}

function placeOfHtml({ file, line, column }: SourceLocation, { manifest }: InspectContext): string {
  const places = Object.hasOwn(manifest, file) ? manifest[file]?.html : undefined;
  const tag = `${line}:${column}`;
  return (places !== undefined && Object.hasOwn(places, tag) ? places[tag] : undefined) ?? '';
}

interface HtmlAround {
  readonly location: SourceLocation;
  /** How many steps out the element is whose content it is. */
  readonly up: number;
}

/** A location that the dev server wrote somewhere else than into an attribute, in the same form. */
export function parseSource(value: string, context: InspectContext): SourceLocation | null {
  return parse('data-annotate-source', value, context);
}

/** The first location in `root`, or the first one that is wanted. */
export function sourceWithin(
  root: ParentNode,
  context: InspectContext,
  isWanted: (location: SourceLocation, element: Element) => boolean = () => true,
): SourceLocation | null {
  for (const element of root.querySelectorAll(anyAttribute)) {
    const location = sourceAt(element, context);
    if (location !== null && isWanted(location, element)) return location;
  }
  return null;
}

function parse(
  name: (typeof attributes)[number],
  value: string,
  context: InspectContext,
): SourceLocation | null {
  // Angular counts from 0: `src/app/app.html@o:179,l:1,c:49`
  const isAngular = name === 'data-ng-source-location';
  const [, path, line, column] =
    (isAngular ? /^(.+)@o:\d+,l:(\d+),c:(\d+)$/ : /^(.+):(\d+):(\d+)$/).exec(value) ?? [];
  if (path === undefined) return null;
  const first = isAngular ? 1 : 0;
  // Our own attribute counts from the project's root already.
  const file = name === 'data-annotate-source' ? path : context.toProjectPath(path);
  if (file === null || Number(line) + first < 1) return null;
  return { file, line: Number(line) + first, column: Math.max(1, Number(column) + first) };
}
