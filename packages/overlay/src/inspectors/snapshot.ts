/** The HTML of an element as an agent may see it. Written from the live DOM, which it does not touch. */
import { redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isElement } from './dom-tree.ts';
import { isInPrivate, isPrivate, shownAttributes } from './private-parts.ts';

const maxLength = 5_000;
/** How far characters are counted once there are too many to show. */
const maxVisitedLength = 100_000;

export function domSnapshot(element: Element): string {
  const sheet = createWriter();
  if (isInPrivate(element)) writeMasked(element, sheet);
  else writeElement(element, sheet);
  return sheet.text();
}

interface SnapshotWriter {
  write(text: string): void;
  isFull(): boolean;
  text(): string;
}

function createWriter(): SnapshotWriter {
  let kept = '';
  let total = 0;
  return {
    write: (text) => {
      if (kept.length < maxLength) kept += text.slice(0, maxLength - kept.length);
      total += text.length;
    },
    isFull: () => total >= maxVisitedLength,
    text: () => {
      if (total <= maxLength) return kept;
      const count = total >= maxVisitedLength ? `more than ${String(maxVisitedLength)}` : String(total);
      return `${kept.replace(/[\uD800-\uDBFF]$/, '')}… (truncated, ${count} characters)`;
    },
  };
}

const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const withoutContent = /^(script|style|noscript|template|iframe|object)$/;

function writeElement(element: Element, sheet: SnapshotWriter): void {
  const tag = element.localName;
  if (tag === 'nga-overlay' || sheet.isFull()) return;
  if (isPrivate(element)) {
    writeMasked(element, sheet);
    return;
  }
  const secret = holdsSecret(element);
  sheet.write(`<${tag}${attributesOf(element, false)}>`);
  if (empty.test(tag)) return;
  if (secret) sheet.write(element.firstChild === null ? '' : redacted);
  else if (!withoutContent.test(tag)) writeContents(element, sheet);
  sheet.write(`</${tag}>`);
}

function writeContents(element: Element, sheet: SnapshotWriter): void {
  if (element.shadowRoot !== null) {
    sheet.write('<template shadowrootmode="open">');
    writeChildren(element.shadowRoot, sheet);
    sheet.write('</template>');
  }
  writeChildren(element, sheet);
}

function writeChildren(parent: Node, sheet: SnapshotWriter): void {
  for (let child = parent.firstChild; child !== null && !sheet.isFull(); child = child.nextSibling) {
    if (isElement(child)) writeElement(child, sheet);
    // No more than is counted anyway; comments are the frameworks' bookkeeping and left out.
    else if (child.nodeType === 3)
      sheet.write(escapeText(redactText((child.nodeValue ?? '').slice(0, maxVisitedLength))));
  }
}

/** Writes the tag without its contents. */
function writeMasked(element: Element, sheet: SnapshotWriter): void {
  const tag = element.localName;
  sheet.write(`<${tag}${attributesOf(element, true)}>`);
  if (!empty.test(tag)) sheet.write(`${redacted}</${tag}>`);
}

function attributesOf(element: Element, inPrivate: boolean): string {
  return shownAttributes(element, inPrivate)
    .map(([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
