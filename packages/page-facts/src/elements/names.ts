/** The name of an element, as the specification "Accessible Name and Description Computation" has it. */
import { holdsSecret } from '../holds-secret.ts';

import { isDrawn, isInline, isText, isVisible, renderedChildren } from './composed.ts';
import { labelsOf } from './labels.ts';
import { roleOf } from './roles.ts';
import { isTag } from './tags.ts';

export interface NameOptions {
  /** In characters. */
  readonly most?: number;
  /** Elements that no name is read from. */
  readonly isPrivate?: (element: Element) => boolean;
}

/** `''` for what has no role, and where there is none. */
export function nameOf(element: Element, role: string | null, options: NameOptions = {}): string {
  return role === null ? '' : read(options, () => fullName(element, role));
}

/** The name that an author gave it by an attribute, a label or another tag for names; `''` where the content is its name. */
export function givenNameOf(element: Element, options: NameOptions = {}): string {
  return read(options, () => givenName(element) || attribute(element, 'title') || placeholderOf(element));
}

/** Not read from while a name is read, which is never asynchronous. */
let isPrivate: (element: Element) => boolean = () => false;

function read({ most = 200, isPrivate: isLeftOut }: NameOptions, name: () => string): string {
  const before = isPrivate;
  isPrivate = isLeftOut ?? before;
  try {
    return oneLine(name(), most);
  } finally {
    isPrivate = before;
  }
}

function fullName(element: Element, role: string): string {
  const given = givenName(element);
  if (given !== '') return given;
  const content = isNamedByContent(role) ? contentText(element) || styledText(element) : '';
  return content || attribute(element, 'title') || placeholderOf(element);
}

function givenName(element: Element): string {
  return authorName(element) || tagName(element);
}

/** The text that only the style of an element has. Icons are such texts, too, but are made of no letters. */
function styledText(element: Element): string {
  const texts = ['::before', '::after'].map((part) => {
    const view = element.ownerDocument.defaultView ?? window;
    const [, text = ''] = /^"(.*)"$/.exec(view.getComputedStyle(element, part).content) ?? [];
    return /\p{L}/u.test(text) ? text : '';
  });
  return oneLine(texts.join(' '), 200);
}

function authorName(element: Element): string {
  return referencedText(element) || attribute(element, 'aria-label');
}

function attribute(element: Element, name: string): string {
  return element.getAttribute(name)?.trim() ?? '';
}

function placeholderOf(element: Element): string {
  return attribute(element, 'placeholder') || attribute(element, 'aria-placeholder');
}

/** A reference is not followed from what another one points to: they may lead back to where they began. */
let isFollowing = false;

/** The texts that `aria-labelledby` points to. They count also if they are hidden. */
function referencedText(element: Element): string {
  const ids = attribute(element, 'aria-labelledby');
  const root = element.getRootNode();
  if (ids === '' || !('getElementById' in root)) return '';
  if (isFollowing) return '';
  isFollowing = true;
  try {
    const referenced = ids
      .split(/\s+/)
      .flatMap((id) => (root as Document | ShadowRoot).getElementById(id) ?? []);
    const texts = referenced.map((each) => referencedName(each, referenced));
    return oneLine(texts.join(' '), 1_000);
  } finally {
    isFollowing = false;
  }
}

/** `others` are named too. If the label of the element is one of them, it is not repeated. */
function referencedName(element: Element, others: readonly Element[]): string {
  if (isPrivate(element)) return '';
  const isLabelled = labelsOf(element).some((label) => others.includes(label));
  const given = attribute(element, 'aria-label') || (isLabelled ? '' : tagName(element));
  if (given !== '') return given;
  const text = isDrawn(element) ? contentText(element) : element.textContent;
  return text || attribute(element, 'title');
}

/** A name that HTML knows: the label of a field, the text of an image, the caption of a table. */
function tagName(element: Element): string {
  const label = labelsText(element);
  if (label !== '') return label;
  const nameByTag = namesByTag.get(element.localName);
  if (nameByTag !== undefined) return nameByTag(element);
  return svgTitle(element);
}

/** The title of an SVG or of a shape in it. */
export function svgTitle(element: Element): string {
  if (element.namespaceURI !== 'http://www.w3.org/2000/svg') return '';
  return element.querySelector(':scope > title')?.textContent.trim() ?? '';
}

const namesByTag: ReadonlyMap<string, (element: Element) => string> = new Map([
  ['area', (element: Element) => attribute(element, 'alt')],
  ['fieldset', (element) => namingText(element, 'legend')],
  ['img', (element) => attribute(element, 'alt')],
  ['input', (element) => (isTag(element, 'input') ? inputName(element) : '')],
  ['optgroup', (element) => (isTag(element, 'optgroup') ? element.label : '')],
  ['option', (element) => (isTag(element, 'option') ? element.label : '')],
  ['table', (element) => namingText(element, 'caption')],
]);

function namingText(element: Element, tag: string): string {
  const child = element.querySelector(`:scope > ${tag}`);
  return child === null ? '' : contentText(child);
}

function inputName(input: HTMLInputElement): string {
  if (input.type === 'image') return input.alt.trim();
  if (!['button', 'submit', 'reset'].includes(input.type)) return '';
  const text = input.value.trim();
  return text === '' ? (defaultNames[input.type] ?? '') : text;
}

const defaultNames: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

/** Labels that are being read. A label may contain another field, whose label contains the field of this one. */
const labelsBeingRead = new Set<Element>();

function labelsText(element: Element): string {
  const labels = labelsOf(element).filter(
    (label) => isDrawn(label) && !labelsBeingRead.has(label) && !isPrivate(label),
  );
  return oneLine(labels.map((label) => labelText(label, element)).join(' '), 1_000);
}

function labelText(label: Element, field: Element): string {
  labelsBeingRead.add(label);
  try {
    return attribute(label, 'aria-label') || contentText(label, field) || attribute(label, 'title');
  } finally {
    labelsBeingRead.delete(label);
  }
}

const silentTags = new Set(['script', 'style', 'template', 'noscript']);

/** The text inside an element. Fields in it count with their value, apart from the one that is being named. */
function contentText(element: Element, named: Element = element): string {
  if (isPrivate(element)) return '';
  let text = '';
  for (const child of renderedChildren(element)) {
    if (isText(child)) text += isVisible(element) ? child.data : '';
    else if (child !== named) text += childText(child, named);
  }
  return oneLine(text, 1_000);
}

function childText(child: Element, named: Element): string {
  if (child.localName === 'br') return ' ';
  if (silentTags.has(child.localName) || child.getAttribute('aria-hidden') === 'true') return '';
  if (!isDrawn(child) || isPrivate(child)) return '';
  const text = valueInName(child) || authorName(child) || ownText(child, named) || attribute(child, 'title');
  // Words of neighbouring inline elements belong together: <b>A</b>nnotate.
  return isInline(child) ? spacedLike(child, text) : ` ${text} `;
}

/** Spaces at the edges of an inline element separate words. */
function spacedLike(child: Element, text: string): string {
  const { textContent } = child;
  return `${/^\s/.test(textContent) ? ' ' : ''}${text}${/\s$/.test(textContent) ? ' ' : ''}`;
}

function ownText(child: Element, named: Element): string {
  // Items of a tree are in the items that contain them, but not in their names.
  if (
    named.getAttribute('role') === 'treeitem' &&
    /^(?:group|treeitem)$/.test(child.getAttribute('role') ?? '')
  )
    return '';
  return tagName(child) || contentText(child, named);
}

function valueInName(element: Element): string {
  if (isTag(element, 'select')) return [...element.selectedOptions].map(({ label }) => label).join(' ');
  // What names it is being read.
  if (holdsSecret(element, () => '')) return '';
  if (isTag(element, 'textarea')) return element.value;
  if (!isTag(element, 'input')) return '';
  const role = roleOf(element);
  const hasText =
    role === 'textbox' ||
    role === 'searchbox' ||
    role === 'spinbutton' ||
    role === 'combobox' ||
    role === 'slider';
  return hasText ? element.value : '';
}

// Their content is their name, so it is not printed a second time below them.
const namedByContent = new Set([
  'button',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'rowheader',
  'switch',
  'tab',
  'tooltip',
  'treeitem',
]);

export function isNamedByContent(role: string | null): boolean {
  return role !== null && namedByContent.has(role);
}

export function oneLine(text: string, most: number): string {
  // A single space, which most are, need not be replaced.
  const line = text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
