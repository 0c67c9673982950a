/** The name of an element, as the specification "Accessible Name and Description Computation" has it. */
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isDrawn, isText, renderedChildren } from './composed.ts';
import { labelsOf } from './labels.ts';
import { roleOf } from './roles.ts';
import { isInline, isVisible } from './styles.ts';

export function nameOf(element: Element, role: string | null): string {
  return role === null ? '' : oneLine(fullName(element, role), 200);
}

function fullName(element: Element, role: string): string {
  const given = authorName(element) || tagName(element);
  if (given !== '') return given;
  const content = isNamedByContent(role) ? contentText(element) || styledText(element) : '';
  return content || attribute(element, 'title') || placeholderOf(element);
}

/** The text that only the style of an element has. Icons are such texts, too, but are made of no letters. */
function styledText(element: Element): string {
  const texts = ['::before', '::after'].map((part) => {
    const [, text = ''] = /^"(.*)"$/.exec(getComputedStyle(element, part).content) ?? [];
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
  if (ids === '' || !(root instanceof Document || root instanceof ShadowRoot)) return '';
  if (isFollowing) return '';
  isFollowing = true;
  try {
    const referenced = ids.split(/\s+/).flatMap((id) => root.getElementById(id) ?? []);
    const texts = referenced.map((each) => referencedName(each, referenced));
    return oneLine(texts.join(' '), 1_000);
  } finally {
    isFollowing = false;
  }
}

/** `others` are named too. If the label of the element is one of them, it is not repeated. */
function referencedName(element: Element, others: readonly Element[]): string {
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
  if (!(element instanceof SVGElement)) return '';
  return element.querySelector(':scope > title')?.textContent.trim() ?? '';
}

const namesByTag: ReadonlyMap<string, (element: Element) => string> = new Map([
  ['area', (element: Element) => (element instanceof HTMLAreaElement ? element.alt.trim() : '')],
  ['fieldset', (element) => namingText(element, 'legend')],
  ['img', (element) => (element instanceof HTMLImageElement ? element.alt.trim() : '')],
  ['input', (element) => (element instanceof HTMLInputElement ? inputName(element) : '')],
  ['optgroup', (element) => (element instanceof HTMLOptGroupElement ? element.label : '')],
  ['option', (element) => (element instanceof HTMLOptionElement ? element.label : '')],
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
  const labels = labelsOf(element).filter((label) => isDrawn(label) && !labelsBeingRead.has(label));
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

/** The text inside of an element. Fields in it count with their value, apart from the one that is being named. */
function contentText(element: Element, named: Element = element): string {
  let text = '';
  for (const child of renderedChildren(element)) {
    if (isText(child)) text += isVisible(element) ? child.data : '';
    else if (child !== named) text += childText(child, named);
  }
  return oneLine(text, 1_000);
}

function childText(child: Element, named: Element): string {
  if (child.localName === 'br') return ' ';
  if (silentTags.has(child.localName) || child.getAttribute('aria-hidden') === 'true' || !isDrawn(child))
    return '';
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
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map(({ label }) => label).join(' ');
  // What names it is being read.
  if (holdsSecret(element, () => '')) return '';
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement)) return '';
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
