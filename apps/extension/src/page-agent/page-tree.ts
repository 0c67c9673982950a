/** Walks the rendered page and makes a node of each element that has text or can be used. */
import {
  elementAt,
  hasNoBox,
  isDrawn,
  isElement,
  isInline,
  isInside,
  isNamedByContent,
  isText,
  isVisible,
  nameOf,
  oneLine,
  renderedChildren,
  roleOf,
  statesOf,
  svgTitle,
} from '@annotate-mcp/page-facts/elements';

import { iconOf, pictureName } from './icons.ts';
import { hiddenField, isShownByLabel, namesVisibleField } from './labels.ts';
import {
  type Invitation,
  type Zone,
  invitationOf,
  isDropTarget,
  isPressedItem,
  isWholeWindow,
  noteItems,
  pressReason,
} from './pressable.ts';
import { refOf } from './refs.ts';
import { isMasked } from './secrets.ts';
import { isFieldRole, isInteractive, optionsOf, valueOf } from './semantics.ts';
import { isCollapsed, isCutAway, isFadedOut } from './styles.ts';
import { noteSuspect } from './suspects.ts';

export interface SnapshotNode {
  readonly text: string;
  readonly children: SnapshotNode[];
  readonly frame?: number;
  /** It has a ref. */
  readonly usable?: boolean;
  /** It is a field without a visible value of its own; text beside it is that value. */
  readonly emptyField?: boolean;
}

/** Frames of the last snapshot. */
export const frames: Element[] = [];
export const frameElement = (index: number): Element | undefined => frames[index];

const hiddenTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'meta',
  'link',
  'br',
  'wbr',
  'track',
  'source',
  // What the extension itself shows.
  'annotate-mcp-mark',
  'annotate-mcp-pointer',
]);

export function nodesOf(element: Element, zone: Zone): SnapshotNode[] {
  try {
    return nodesOfElement(element, zone);
  } catch (error) {
    // A form whose fields are called like something that each element has, hides that. Its fields are still read.
    if (element instanceof HTMLFormElement) return childrenOf(element, zone, true);
    throw error;
  }
}

function nodesOfElement(element: Element, zone: Zone): SnapshotNode[] {
  if (hiddenTags.has(element.localName)) return [];
  // The usual case, in one question.
  const isPlainlySeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isSeen =
    isPlainlySeen || element.checkVisibility({ visibilityProperty: true }) || isSeenWithoutBox(element);
  // What is inside of an invisible element may be visible again.
  if ((!isSeen && !isDrawn(element)) || isCollapsed(element)) return [];
  if (!isPlainlySeen && isFadedOut(element)) return [];
  if (element.getAttribute('aria-hidden') === 'true') return pressableNodesIn(element, zone);
  if (element.localName === 'iframe' || element.localName === 'frame') return [frameNode(element)];
  noteSuspect(element);
  if (isShownByLabel(element)) return [];
  const field = hiddenField(element);
  if (field !== null && isSeen) return [labelNode(element, field)];
  const role = roleOf(element);
  if (isHiddenTwin(element, role)) return [];
  const isUsable = isInteractive(element, role);
  const invitation = invitationOf(element);
  const inner = zoneIn(element, zone, isUsable && isNamedByContent(role) ? 'press' : invitation);
  if (!isSeen) return childrenOf(element, inner, false);
  if (isUsable) return [elementNode(element, role, true, contentOf(element, inner))];
  const reason = pressReason(element, zone, invitation);
  if (reason !== null) noteItems(element);
  const children = childrenOf(element, inner, true);
  if (isDropTarget(element) && !isWholeWindow(element)) return [elementNode(element, role, true, children)];
  if (reason !== null && isPressed(element, role, reason, children))
    return pressableNodes(element, role, children);
  return role === null ? children : [elementNode(element, role, false, children)];
}

function isSeenWithoutBox(element: Element): boolean {
  return hasNoBox(element) && isVisible(element) && isDrawn(element);
}

function zoneIn(element: Element, { naming }: Zone, inviting: Invitation | null): Zone {
  return { inviting, naming: naming || namesVisibleField(element) };
}

function contentOf(element: Element, zone: Zone): SnapshotNode[] {
  const hasOnlyValue =
    element.localName === 'textarea' || (element.localName === 'select' && !element.hasAttribute('multiple'));
  return hasOnlyValue || isMasked(element) ? [] : childrenOf(element, zone, true);
}

function frameNode(element: Element): SnapshotNode {
  const index = frames.push(element) - 1;
  const name = oneLine(element.getAttribute('title') ?? element.getAttribute('name') ?? '', 80);
  return { text: name === '' ? 'frame' : `frame ${JSON.stringify(name)}`, children: [], frame: index };
}

function labelNode(label: Element, field: Element): SnapshotNode {
  const role = roleOf(field);
  const name = nameOf(field, role) || oneLine(label.textContent, 200);
  const ref = refOf(label, null, '');
  const parts = [role, ...(name === '' ? [] : [JSON.stringify(name)]), `[${ref}]`, ...statesOf(field, role)];
  return { text: parts.join(' '), children: [], usable: true };
}

const collections = new Set(['listbox', 'menu', 'tree', 'grid', 'radiogroup', 'tablist']);

/** A copy for assistive technology, cut to nothing, of a list that a person sees elsewhere. */
function isHiddenTwin(element: Element, role: string | null): boolean {
  return role !== null && collections.has(role) && isCutAway(element);
}

/** Of what is hidden from assistive technology, only what can be pressed is shown. */
function pressableNodesIn(element: Element, zone: Zone): SnapshotNode[] {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !hasNoBox(element))
    return [];
  if (element.hasAttribute('href')) return [];
  const invitation = invitationOf(element);
  if (pressReason(element, zone, invitation) !== null && !isWholeWindow(element) && isOnTop(element)) {
    const children = childrenOf(element, { inviting: 'press', naming: false }, true);
    return pressableNodes(
      element,
      null,
      children.filter(({ usable }) => usable !== true),
    );
  }
  const inner = zoneIn(element, zone, invitation ?? zone.inviting);
  return renderedChildren(element).flatMap((child) =>
    isElement(child) && !hiddenTags.has(child.localName) ? pressableNodesIn(child, inner) : [],
  );
}

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const there = elementAt(x + width / 2, y + height / 2);
  return there !== null && isInside(there, element);
}

/** The cursor is a sign of its own. A handler may be there for what is inside. */
function isPressed(
  element: Element,
  role: string | null,
  reason: 'cursor' | 'handler',
  children: readonly SnapshotNode[],
): boolean {
  const usable = countUsable(children);
  if (reason === 'handler') return (usable === 0 || isPressedItem(element)) && !isWholeWindow(element);
  // Around a single control there is nothing else to press.
  if (usable === 1 && role === null && children.length === 1) return false;
  return usable < 2 || !isWholeWindow(element);
}

function countUsable(nodes: readonly SnapshotNode[]): number {
  return nodes.reduce(
    (count, { usable, children }) => count + (usable === true ? 1 : 0) + countUsable(children),
    0,
  );
}

function pressableNodes(element: Element, role: string | null, children: SnapshotNode[]): SnapshotNode[] {
  const field = role === null ? foldIntoField(children) : null;
  return field === null ? [elementNode(element, role, true, children)] : [field];
}

/** A custom select is a box with a field and a text: the text is what was chosen. */
function foldIntoField(children: readonly SnapshotNode[]): SnapshotNode | null {
  const fields = children.filter(({ emptyField }) => emptyField === true);
  const texts = children.filter(({ text, usable }) => usable !== true && text.startsWith(textPrefix));
  const [field] = fields;
  if (field === undefined || fields.length > 1 || fields.length + texts.length < children.length) return null;
  const value = texts.map(({ text }) => text.slice(textPrefix.length)).join(' ');
  if (value === '') return field;
  return { ...field, text: field.text.replace(/ \[e\d+\]/, (ref) => `${ref} =${JSON.stringify(value)}`) };
}

function elementNode(
  element: Element,
  role: string | null,
  isUsable: boolean,
  inner: SnapshotNode[],
): SnapshotNode {
  // Of what is pressed, a picture is the name.
  const content = isUsable && role === null && inner.every(isPicture) ? [] : inner;
  const name = role === null ? pressableName(element, content) : nameOf(element, role);
  const parts = [role ?? 'clickable'];
  if (name !== '') parts.push(JSON.stringify(name));
  if (isUsable) parts.push(`[${refOf(element, role, name)}]`);
  const icon = isUsable && name === '' && content.length === 0 && !isFieldRole(role) ? iconOf(element) : null;
  if (icon !== null) parts.push(`icon=${icon}`);
  const value = valueOf(element, role);
  if (value !== null && value !== '' && value !== name) parts.push(`=${JSON.stringify(value)}`);
  parts.push(...statesOf(element, role));
  if (isUsable && isDropTarget(element)) parts.push('droppable');
  const link = element.localName === 'a' ? targetOf(element) : null;
  if (link !== null) parts.push(`→ ${link}`);
  const options = optionsOf(element);
  if (options !== null) parts.push(options);
  // If the name is the content, only elements inside that can be used are listed below.
  const children = isNamedByContent(role) && name !== '' ? content.flatMap(usableNodes) : content;
  const emptyField = isFieldRole(role) && (value === null || value === '') && children.length === 0;
  return {
    ...foldText(parts.join(' '), children),
    // Every picture can be dragged; that makes it no control.
    ...(isUsable && role !== 'img' && { usable: true }),
    ...(emptyField && { emptyField }),
  };
}

/** What is only pressed has its text as a name, which is printed as such. A label is added where it says something else. */
function pressableName(element: Element, content: readonly SnapshotNode[]): string {
  const label = element.getAttribute('aria-label')?.trim() ?? '';
  if (label !== '') return saysOnly(content, label) ? '' : oneLine(label, 200);
  if (content.length > 0) return '';
  const title = element.getAttribute('title')?.trim() ?? svgTitle(element);
  return title === '' ? pictureName(element) : oneLine(title, 200);
}

function isPicture({ text, children }: SnapshotNode): boolean {
  return children.length === 0 && /^img(?: |$)/.test(text);
}

function saysOnly([only, ...more]: readonly SnapshotNode[], text: string): boolean {
  return more.length === 0 && only?.text === textPrefix + text;
}

function usableNodes(shown: SnapshotNode): SnapshotNode[] {
  return shown.usable === true ? [shown] : shown.children.flatMap(usableNodes);
}

/** Puts a single text on the line of the element that contains it. */
function foldText(text: string, children: SnapshotNode[]): SnapshotNode {
  const only = children.length === 1 ? children[0] : undefined;
  if (only === undefined || only.children.length > 0 || !only.text.startsWith(textPrefix))
    return { text, children };
  return { text: `${text}: ${only.text.slice(textPrefix.length)}`, children: [] };
}

const textPrefix = '- ';

function childrenOf(element: Element, zone: Zone, isSeen: boolean): SnapshotNode[] {
  const shown: SnapshotNode[] = [];
  let text = '';
  const flush = (): void => {
    const line = oneLine(text, 600);
    if (line !== '') shown.push({ text: textPrefix + line, children: [] });
    text = '';
  };
  for (const child of renderedChildren(element)) {
    if (isText(child)) {
      text += isSeen && !zone.naming ? child.data : ' ';
    } else {
      const inner = nodesOf(child, zone);
      const only = inner.length === 1 ? inner[0] : undefined;
      // Inline text, such as a word in bold, stays in its sentence.
      if (only !== undefined && only.text.startsWith(textPrefix) && isInline(child)) {
        text += ` ${only.text.slice(textPrefix.length)} `;
      } else if (inner.length > 0 || !isInline(child)) {
        flush();
        shown.push(...inner);
      }
    }
  }
  flush();
  return shown;
}

function targetOf(element: Element): string | null {
  const href = element.getAttribute('href');
  if (href === null || href === '' || href.startsWith('javascript:')) return null;
  if (/^[/#?](?!\/)/.test(href)) return oneLine(href, 100);
  const url = URL.parse(href, document.baseURI);
  if (url === null) return null;
  const short = url.origin === location.origin ? url.pathname + url.search + url.hash : url.href;
  return oneLine(short, 100);
}
