/** The HTML of an element as an agent may see it. Written from the live DOM, which it does not touch. */
import { isElement, outwards } from './dom-tree.ts';
import { isSecretKey, redacted, redactText } from './redact.ts';

const maxLength = 5_000;
/** How far characters are counted once there are too many to show. */
const maxVisitedLength = 100_000;
const maxAttributeLength = 300;

export function domSnapshot(element: Element): string {
  const sheet = createWriter();
  if (isMasked(element)) writeMasked(element, sheet);
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

const overlayAttributes = new Set(['data-annotate-source', 'data-ng-source-location', 'data-v-inspector']);
/** Set while the page is frozen. */
const frozenAttribute = /^data-annotate-(hover|focus|focus-within|focus-visible)$/;
const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const withoutContent = /^(script|style|noscript|template|iframe|object)$/;

function writeElement(element: Element, sheet: SnapshotWriter): void {
  const tag = element.localName;
  if (tag === 'nga-overlay' || sheet.isFull()) return;
  if (element.hasAttribute('data-annotate-redact')) {
    writeMasked(element, sheet);
    return;
  }
  const secret = holdsSecret(element);
  sheet.write(`<${tag}${[...element.attributes].map((at) => attribute(at, secret)).join('')}>`);
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
  const shown = [...element.attributes].filter((at) =>
    /^(class|id|role|type|data-annotate-redact)$/.test(at.name),
  );
  const tag = element.localName;
  sheet.write(`<${tag}${shown.map((at) => attribute(at, false)).join('')}>`);
  if (!empty.test(tag)) sheet.write(`${redacted}</${tag}>`);
}

function isMasked(element: Element): boolean {
  for (const at of outwards(element)) if (at.hasAttribute('data-annotate-redact')) return true;
  return false;
}

/** Fields whose value is a secret by what they are; hidden ones mostly carry tokens. */
function holdsSecret(element: Element): boolean {
  const type = element.getAttribute('type')?.toLowerCase();
  if (element.localName === 'input' && (type === 'password' || type === 'hidden')) return true;
  if (!/^(input|textarea|select|meta|output)$/.test(element.localName)) return false;
  return ['name', 'id', 'autocomplete', 'http-equiv'].some((name) =>
    (element.getAttribute(name) ?? '').split(/\s+/).some(isSecretKey),
  );
}

function attribute({ name, value }: Attr, secret: boolean): string {
  if (overlayAttributes.has(name) || frozenAttribute.test(name)) return '';
  const hides =
    (secret && /^(value|content|placeholder)$/.test(name)) || isSecretKey(name.replace(/^data-/, ''));
  const clean = hides && value !== '' ? redacted : redactText(value.slice(0, maxAttributeLength * 2));
  const shown = clean.length > maxAttributeLength ? `${clean.slice(0, maxAttributeLength)}…` : clean;
  return ` ${name}="${shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
