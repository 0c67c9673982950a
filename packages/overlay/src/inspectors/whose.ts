/** Whose an element is: the component that wrote it, and the tags through which that one came into the page. */
import {
  type ComponentTarget,
  isKit,
  isPrimitive,
  type Manifest,
  mostUses,
  type SourceLocation,
} from '@annotate-mcp/core';

import { attempt } from './foreign.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { htmlAround } from './source-attribute.ts';
import { projectPath } from './summaries.ts';

export interface InspectedElement {
  readonly element: Element;
  /** Where it is written. */
  readonly source: SourceLocation | null;
  /** The nearest element around it that has a location, and how many steps out that is; only without a source. */
  readonly inside: WrittenElement | null;
  /** Those around it, of all frameworks, nearest first. */
  readonly components: readonly InspectedComponent[];
}

interface WrittenElement {
  readonly location: SourceLocation;
  readonly up: number;
}

export interface InspectedComponent {
  readonly inspector: Inspector;
  /** Its index in what the inspector's `ancestry` returns. */
  readonly depth: number;
  readonly summary: ComponentSummary;
  /** `null` where it is none of the project's. */
  readonly file: string | null;
}

/**
 * What one component passes to another is in the file of the first and, in the page, inside of the second: it belongs to
 * the component whose code has its tag. `null` where none is known: no component of the project is around, or the element is
 * in a file of none of them and was made without them.
 */
export function writerOf(inspected: InspectedElement): number | null {
  const { components, source } = inspected;
  const path = projectPath(components);
  const [nearest = null] = path;
  if (nearest === null || components[nearest]?.inspector.keepsNearest === true) return nearest;
  const told = toldWriter(inspected, components[nearest]?.inspector);
  if (source === null) return path.find((index) => index === told) ?? nearest;
  const inFile = path.filter((index) => components[index]?.file === source.file);
  const encloses = (index: number) => enclosesSource(inspected, index, source);
  return (
    inFile.find((index) => encloses(index) === true) ??
    inFile.find((index) => index === told && encloses(index) !== false) ??
    inFile.find((index) => encloses(index) === null) ??
    path.find((index) => index === told) ??
    inFile[0] ??
    (isMadeElsewhere(inspected, components[nearest]?.inspector) ? null : nearest)
  );
}

/** What Next shows while a page loads is HTML of its server, in a file that none of the components around is in. */
function isMadeElsewhere({ element }: InspectedElement, inspector: Inspector | undefined): boolean {
  return inspector?.hasMade?.(element) === false;
}

/** According to the framework, which does not know of functions that a component is given to call. */
function toldWriter({ element, components }: InspectedElement, asked: Inspector | undefined): number | null {
  const depth = asked?.writer?.(element) ?? null;
  const index = components.findIndex((each) => each.inspector === asked && each.depth === depth);
  return index === -1 ? null : index;
}

function enclosesSource(
  { element, components }: InspectedElement,
  index: number,
  source: SourceLocation,
): boolean | null {
  const component = components[index];
  return component?.inspector.encloses?.(element, component.depth, source) ?? null;
}

/** The component whose template has the tag, where the element belongs to another one that it was passed to. */
export function writtenIn(
  { source, components }: InspectedElement,
  at: number,
  manifest: Manifest,
): Pick<ComponentTarget, 'writtenIn'> {
  const owner = source === null ? null : ownerFile(source.file, manifest);
  const component = components[at];
  if (owner === null || component?.inspector.keepsNearest !== true || component.file === owner) return {};
  // The host of a component is in the template around it, as every place of use.
  if (component.summary.hostUp === 0) return {};
  const writer = components.find(({ file }, index) => index > at && file === owner);
  return writer === undefined ? {} : { writtenIn: writer.summary.name };
}

/** Where the HTML comes in that the element is a part of; nothing of what a component has put into that HTML. */
export function generatedAt(
  { element, source, components }: InspectedElement,
  context: InspectContext,
): Pick<ComponentTarget, 'generatedAt'> {
  const around = source === null ? htmlAround(element, context) : null;
  const isOfComponent = components.some(({ summary }) => summary.hostUp < (around?.up ?? 0));
  return around === null || isOfComponent ? {} : { generatedAt: around.location };
}

export const noUse: Pick<ComponentTarget, 'usedAt' | 'uses'> = {};

/**
 * The tag of the component at this index and, where the target is rather edited outside of its file, the tags around it, up
 * to the one that is edited. For what a library draws it is the library's tag in the project: nothing else of it can be edited.
 */
export async function usesOf(
  inspected: InspectedElement,
  at: number,
  context: InspectContext,
): Promise<Pick<ComponentTarget, 'usedAt' | 'uses'>> {
  const { source, components } = inspected;
  const drawn = source === null ? await libraryAround(inspected, at, context) : null;
  const { tags, isWhole } = await tagsFrom(inspected, drawn ?? at, context);
  const [usedAt] = tags;
  if (usedAt === undefined) return noUse;
  if (drawn !== null) return { usedAt, uses: isWhole ? tags : [usedAt] };
  const file = source?.file ?? components[at]?.file ?? null;
  const isUsers = file !== null && (await isEditedWhereUsed(inspected, { file, up: 0, by: at }, context));
  return isUsers && isWhole ? { usedAt, uses: tags } : { usedAt };
}

/** A tag, or the element itself, in the code of a component. */
interface Written {
  readonly file: string;
  /** Steps from the element to what is drawn by it. */
  readonly up: number;
  /** The index of the component. */
  readonly by: number;
}

/**
 * A kit is edited where it is used as far as its users decide: all of a primitive, the root of any other component, and the
 * words that it was given. Everything else in it is its own.
 */
async function isEditedWhereUsed(
  inspected: InspectedElement,
  { file, up, by }: Written,
  context: InspectContext,
): Promise<boolean> {
  const owner = ownerFile(file, context.manifest);
  if (!isKit(context.manifest, owner)) return false;
  const component = inspected.components[by];
  if (component === undefined || isPrimitive(context.manifest, owner)) return true;
  // Around the root of its template such a component has an element of its own.
  const rootUp = component.summary.hostUp - (component.inspector.keepsNearest === true ? 1 : 0);
  return up >= rootUp || (await isGiven(inspected.element, component, context));
}

/** Whether what the element says or shows is one of the component's inputs. */
async function isGiven(
  element: Element,
  { inspector, depth }: InspectedComponent,
  context: InspectContext,
): Promise<boolean> {
  const shown = [element.textContent, ...telling.map((name) => element.getAttribute(name))]
    // Inputs are printed up to a length; what is around half of a page is not one of them.
    .map((text) => (text === null || text.length > mostCharacters ? '' : words(text)))
    .filter((text) => text !== '');
  if (shown.length === 0) return false;
  const details = await attempt(() => inspector.describe(element, depth, context));
  return Object.values(details?.inputs ?? {}).some(
    (input) =>
      (typeof input === 'string' || typeof input === 'number') && shown.includes(words(String(input))),
  );
}

const mostCharacters = 1_000;
const telling = ['alt', 'src', 'placeholder', 'aria-label'];

function words(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * The innermost component of a library that draws the element and whose tag is in the project. Around an element of the
 * project a library draws nothing: what is inside of that one came in as HTML or by a script.
 */
async function libraryAround(
  { element, inside, components }: InspectedElement,
  before: number,
  context: InspectContext,
): Promise<number | null> {
  for (const [index, { inspector, depth, file, summary }] of components.slice(0, before).entries()) {
    if (file !== null) continue;
    const tag = await attempt(() => inspector.usedAt(element, depth, context));
    if (tag === null) continue;
    const isDrawn = inside === null || summary.hostUp < inside.up;
    // Its own element may have the line of its tag: a custom element, a link of a router.
    return isDrawn || (summary.hostUp === inside.up && isSamePlace(tag, inside.location)) ? index : null;
  }
  return null;
}

function isSamePlace(one: SourceLocation, other: SourceLocation): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}

interface Tags {
  readonly tags: SourceLocation[];
  /** Whether the last one is what is edited: the tag around it may not be known. */
  readonly isWhole: boolean;
}

async function tagsFrom(inspected: InspectedElement, start: number, context: InspectContext): Promise<Tags> {
  const { element, components } = inspected;
  const tags: SourceLocation[] = [];
  for (let index = start; ;) {
    const component = components[index];
    const tag =
      component === undefined
        ? null
        : await attempt(() => component.inspector.usedAt(element, component.depth, context));
    if (component === undefined || tag === null) return { tags, isWhole: false };
    tags.push(tag);
    if (!isKit(context.manifest, ownerFile(tag.file, context.manifest))) return { tags, isWhole: true };
    const user = userOf(inspected, index, tag, context.manifest);
    if (user === -1 || tags.length === mostUses) return { tags, isWhole: false };
    const written = { file: tag.file, up: component.summary.hostUp, by: user };
    if (!(await isEditedWhereUsed(inspected, written, context))) return { tags, isWhole: true };
    index = user;
  }
}

/** The component around this one whose code has the tag; -1 where there is none. */
function userOf(inspected: InspectedElement, inner: number, tag: SourceLocation, manifest: Manifest): number {
  const { components } = inspected;
  const owner = ownerFile(tag.file, manifest);
  const inFile = [...components.keys()].filter((at) => at > inner && components[at]?.file === owner);
  const encloses = (at: number) => enclosesSource(inspected, at, tag);
  return inFile.find((at) => encloses(at) === true) ?? inFile.find((at) => encloses(at) === null) ?? -1;
}

/** The file of the component that has this template; any other file itself. */
function ownerFile(file: string, manifest: Manifest): string {
  return Object.values(manifest).find(({ template }) => template === file)?.component ?? file;
}
