/**
 * What is inside of an element in the form that the browser tools use: one line for each element that has a role, with
 * its name, value and state, and one for each text. It has no refs, because there is nothing to click with.
 */
import { redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';
import { isNamedByContent, nameOf, roleOf, statesOf } from '@annotate-mcp/page-facts/elements';

import { isElement } from '../inspectors/dom-tree.ts';
import { isLeftOut } from '../inspectors/dom.ts';
import { isPrivate } from '../inspectors/private-parts.ts';

import { childrenOf, withoutText } from './element-text.ts';
import { isEditingHost, isTyped, showsTyped, typedLength } from './typed.ts';
import { isRendered } from './why-invisible.ts';

const maxLength = 8_000;
const maxElements = 3_000;
const maxLineLength = 200;

export function outlineOf(element: Element): string {
  const size: OutlineSize = { elements: 0, characters: 0 };
  const lines: string[] = [];
  let length = 0;
  for (const line of linesOf(showElement(element, size), 0)) {
    length += line.length + 1;
    if (length > maxLength) break;
    lines.push(line);
  }
  const isCut = length > maxLength || isFull(size);
  return (isCut ? [...lines, '… (cut)'] : lines).join('\n');
}

/** Counts while the page is read, so that a huge page is not read to its end. */
interface OutlineSize {
  elements: number;
  characters: number;
}

function isFull({ elements, characters }: OutlineSize): boolean {
  return elements > maxElements || characters > maxLength;
}

interface OutlineNode {
  readonly line: string;
  readonly children: readonly OutlineNode[];
}

function showElement(element: Element, size: OutlineSize): OutlineNode[] {
  size.elements++;
  if (isFull(size) || element.matches(withoutText)) return [];
  if (element.getAttribute('aria-hidden') === 'true' || !isRendered(element)) return [];
  if (isPrivate(element)) return [{ line: `- ${redacted}`, children: [] }];
  const role = roleOf(element);
  const isHidden = isTyped(element) && !showsTyped();
  if (role === null)
    return isHidden
      ? typedValue(element).map((line) => ({ line: `- ${line.slice(1)}`, children: [] }))
      : showChildren(element, size);
  const secret = holdsSecret(element);
  // A name that is made of the content would tell what was typed.
  const name = isHidden && isNamedByContent(role) ? '' : nameIn(element, role);
  const parts = [
    role,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(isHidden && !secret ? typedValue(element) : valueOf(element, secret)),
    ...statesOf(element, role),
  ];
  const line = parts.join(' ');
  size.characters += line.length;
  const isField = /^(textarea|select)$/.test(element.localName) || secret || isHidden;
  const children = isField ? [] : showChildren(element, size);
  // Where the text is the name, only what has a role of its own is listed below.
  const below =
    isNamedByContent(role) && name !== ''
      ? children.filter((child) => !child.line.startsWith('- '))
      : children;
  return [foldText(line, below)];
}

function nameIn(element: Element, role: string): string {
  const hides = showsTyped() ? () => false : isEditingHost;
  const isPrivate = (each: Element) => isLeftOut(each) || hides(each);
  return oneLine(nameOf(element, role, { most: 4 * maxLineLength, isPrivate }));
}

function typedValue(element: Element): string[] {
  const length = typedLength(element);
  return length === 0 ? [] : [`=(typed ${length} characters)`];
}

function valueOf(element: Element, secret: boolean): string[] {
  const value = writtenValue(element);
  if (value === '') return [];
  return [`=${JSON.stringify(secret ? redacted : oneLine(value))}`];
}

/** By the tag and not by the class: an element of a frame has classes of its own. */
function writtenValue(element: Element): string {
  if (element.localName === 'select') {
    const { selectedOptions } = element as HTMLSelectElement;
    return Array.from(selectedOptions, ({ label }) => label).join(', ');
  }
  if (element.localName === 'textarea') return (element as HTMLTextAreaElement).value;
  if (element.localName !== 'input') return element.getAttribute('aria-valuenow') ?? '';
  const { type, value } = element as HTMLInputElement;
  return /^(checkbox|radio|button|submit|reset|image|file)$/.test(type) ? '' : value;
}

function showChildren(element: Element, size: OutlineSize): OutlineNode[] {
  const shown: OutlineNode[] = [];
  let text = '';
  const flush = () => {
    const line = oneLine(text);
    if (line !== '') shown.push({ line: `- ${line}`, children: [] });
    size.characters += line.length;
    text = '';
  };
  const isOfLabel = namesField(element);
  for (const child of childrenOf(element)) {
    if (isFull(size)) break;
    if (child.nodeType === 3) text += isOfLabel ? ' ' : (child.nodeValue ?? '');
    if (!isElement(child)) continue;
    const inner = showElement(child, size);
    // A word in bold stays in its sentence.
    if (inner.length === 1 && isInlineText(child, inner)) {
      text += ` ${inner[0]?.line.slice(2) ?? ''} `;
    } else {
      flush();
      shown.push(...inner);
    }
  }
  flush();
  return shown;
}

/** The text of a label is the name of its field, which has a line of its own. */
function namesField(element: Element): boolean {
  return element.closest('label')?.control?.checkVisibility() === true;
}

function isInlineText(element: Element, [only]: readonly OutlineNode[]): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return only?.line.startsWith('- ') === true && style?.display.startsWith('inline') === true;
}

/** Puts a single text on the line of the element that contains it. */
function foldText(line: string, children: readonly OutlineNode[]): OutlineNode {
  const [only, ...more] = children;
  if (only === undefined || more.length > 0 || !only.line.startsWith('- ')) return { line, children };
  return { line: `${line}: ${only.line.slice(2)}`, children: [] };
}

function* linesOf(shown: readonly OutlineNode[], depth: number): Generator<string> {
  for (const { line, children } of shown) {
    yield `${'  '.repeat(Math.min(depth, 20))}${line}`;
    yield* linesOf(children, depth + 1);
  }
}

function oneLine(text: string): string {
  const line = redactText(
    text
      .slice(0, 4 * maxLineLength)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return line.length <= maxLineLength
    ? line
    : `${line.slice(0, maxLineLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
