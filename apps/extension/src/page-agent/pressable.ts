/** Which elements a person would press although no role says so: by the cursor that they show, or by their handlers. */
import {
  hasNoBox,
  isElement,
  renderedChildren,
  renderedParent,
  roleOf,
  styleOf,
} from '@annotate-mcp/page-facts/elements';

import { elementsListening, elementsWithHandlers, type Listening } from './handlers.ts';
import { refOf } from './refs.ts';
import { isInteractive } from './semantics.ts';
import { isTiny } from './styles.ts';

/** What a cursor invites to. */
export type Invitation = 'press' | 'drag';

/** What is known about the surroundings of an element. */
export interface Zone {
  /** A cursor that invites to this has begun further out, so that it says nothing about this element. */
  readonly inviting: Invitation | null;
  /** Texts are the name of a field, whose line has them. */
  readonly naming: boolean;
}

export const plainZone: Zone = { inviting: null, naming: false };

let handled: ReadonlySet<Element> = new Set();
let dropTargets: ReadonlySet<Element> = new Set();
/** Items of containers that handle events for them. */
let items = new Set<Element>();

/** Asks once for a whole snapshot. `listening` is from the driver. */
export function findHandlers(root: Element, { press, drop }: Listening): void {
  items = new Set();
  dropTargets = new Set(elementsListening(drop));
  handled = new Set([...elementsListening(press), ...elementsWithHandlers(candidatesIn(root))]);
}

/** Roles say of these that they can be used; nothing needs to be asked. */
const usableTags = new Set(['a', 'button', 'input', 'select', 'option', 'optgroup', 'textarea', 'summary']);
const emptyTags = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'br',
  'wbr',
  'link',
  'meta',
  'title',
  'annotate-mcp-mark',
]);

function candidatesIn(root: Element): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    const { localName } = element;
    if (emptyTags.has(localName)) return;
    if (!usableTags.has(localName) || (localName === 'a' && !element.hasAttribute('href')))
      found.push(element);
    for (const child of renderedChildren(element)) if (isElement(child)) visit(child);
  };
  visit(root);
  return found;
}

const invitingCursors: ReadonlyMap<string, Invitation> = new Map([
  ['pointer', 'press'],
  ['grab', 'drag'],
  ['move', 'drag'],
]);

export function invitationOf(element: Element): Invitation | null {
  return invitingCursors.get(styleOf(element).cursor) ?? null;
}

/** Why an element looks as if it could be pressed; `null` if it does not. `invitation` is `invitationOf` it. */
export function pressReason(
  element: Element,
  zone: Zone,
  invitation: Invitation | null,
): 'cursor' | 'handler' | null {
  const beginsToInvite = invitation !== null && invitation !== zone.inviting;
  const hasAttribute = element.hasAttribute('onclick');
  const isHandled = handled.has(element) || items.has(element) || hasAttribute || isInTabOrder(element);
  if (!beginsToInvite && !isHandled) return null;
  const isWhole = element === document.body || element === document.documentElement;
  if (isWhole || namesField(element) || !hasArea(element)) return null;
  if (beginsToInvite || hasAttribute) return 'cursor';
  // A handler inside of what is pressed as a whole has its own purpose: the cross of a tag, the star of a card.
  return zone.inviting === null ? 'handler' : 'cursor';
}

/** Something can be dropped on it. */
export function isDropTarget(element: Element): boolean {
  return dropTargets.has(element) && element !== document.body && element !== document.documentElement;
}

function isInTabOrder(element: Element): boolean {
  const index = element.getAttribute('tabindex');
  return index !== null && /^(?:0|[1-9]\d*)$/.test(index);
}

function namesField(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null;
}

function hasArea(element: Element): boolean {
  return !isTiny(element) || hasNoBox(element);
}

/** What has a handler and fills the window is the app or a backdrop: pressing it means none of the things on it. */
export function isWholeWindow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width * height > innerWidth * innerHeight * 0.8;
}

const mostItems = 1_000;
const itemTags = new Set(['li', 'tr']);

/** An item with a handler of its own is pressed as a whole, also if there are buttons in it. */
export function isPressedItem(element: Element): boolean {
  return itemTags.has(element.localName) && handled.has(element);
}

/** A list that handles the events of its items: then each of them can be pressed. */
export function noteItems(element: Element): void {
  if (!handled.has(element)) return;
  const children = renderedChildren(element).filter(isElement);
  const [first] = children;
  if (first === undefined || children.length > mostItems) return;
  const isAlike = children.every(({ localName }) => localName === first.localName);
  // The cells of a row that can be pressed are parts of it.
  const isList = itemTags.has(first.localName) || (children.length > 2 && element.localName !== 'tr');
  if (isAlike && isList && children.length > 1) for (const child of children) items.add(child);
}

/**
 * Refs for elements that were found in the browser's own accessibility tree; `null` for what is no element, or cannot be
 * used by a person.
 */
export function refsOfUsable(nodes: readonly unknown[], listening: Listening): (string | null)[] {
  findHandlers(document.documentElement, listening);
  for (const node of nodes) if (node instanceof Element) noteItems(node);
  return nodes.map((node) => (node instanceof Element && isUsable(node) ? refOf(node) : null));
}

function isUsable(element: Element): boolean {
  if (isInteractive(element, roleOf(element)) || isDropTarget(element)) return true;
  const parent = renderedParent(element);
  const inviting = parent === null ? null : invitationOf(parent);
  return pressReason(element, { inviting, naming: false }, invitationOf(element)) !== null;
}
