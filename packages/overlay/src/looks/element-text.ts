import { redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isElement } from '../inspectors/dom-tree.ts';
import { isPrivate } from '../inspectors/private-parts.ts';

import { isTyped, showsTyped, typedLength } from './typed.ts';

const maxLength = 2_000;
/** How far characters are counted once there are too many to show. */
const maxVisitedLength = 100_000;

/** The text of the element and its open shadow roots on one line. A long text ends with how long it is. */
export function elementText(element: Element): string {
  let text = '';
  const visit = (node: Node): void => {
    if (text.length >= maxVisitedLength) return;
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    if (!isElement(node) || node.matches(withoutText)) return;
    text += ' ';
    if (isPrivate(node) || holdsSecret(node)) text += redacted;
    // What an app writes into a text area may be what is typed there.
    else if (isTyped(node) && !showsTyped()) text += describeTyped(node);
    else for (const child of childrenOf(node)) visit(child);
    text += ' ';
  };
  visit(element);
  const line = redactText(text.replace(/\s+/g, ' ').trim());
  if (line.length <= maxLength) return line;
  const count = text.length >= maxVisitedLength ? `more than ${maxVisitedLength}` : String(line.length);
  return `${line.slice(0, maxLength).replace(/[\uD800-\uDBFF\s]$/, '')}… (cut, ${count} characters)`;
}

/** Empty where there is nothing. */
function describeTyped(element: Element): string {
  const length = typedLength(element);
  return length === 0 ? '' : `(typed ${length} characters)`;
}

export const withoutText = 'script,style,template,noscript,head,nga-overlay';

/** The nodes that are rendered inside of the element. A slot renders what is assigned to it. */
export function childrenOf(element: Element): Iterable<Node> {
  if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
  if (element.localName !== 'slot') return element.childNodes;
  const assigned = (element as HTMLSlotElement).assignedNodes();
  return assigned.length > 0 ? assigned : element.childNodes;
}
