import { holdsSecret } from '@annotate-mcp/page-facts/dom';
/** The values of secret fields, which the driver masks in everything that agents read. */
import { labelsOf, shadowRootOf } from '@annotate-mcp/page-facts/elements';

/** A field whose text the person made visible is a password field still. */
const known = new Set<HTMLInputElement>();
/** Fields of the last call that are secret by their names and labels. */
const named = new Set<HTMLInputElement | HTMLTextAreaElement>();
const maxFields = 50;
const maxNamed = 20;

/** Whether the last call of `passwordValues` has found a field, also an empty one. */
export const hasPasswordField = (): boolean => known.size > 0 || named.size > 0;

/** Also of fields in shadow roots and in frames of the same origin. */
export function passwordValues(): string[] {
  named.clear();
  addFields(document);
  // A document without a window is that of a frame that was removed.
  for (const field of known)
    if (!field.isConnected || field.ownerDocument.defaultView === null) known.delete(field);
  return [
    ...[...known].map(({ value }) => value.slice(0, 500)).filter((value) => value !== ''),
    ...[...named].map(({ value }) => value.slice(0, 500)).filter(isUnmistakable),
  ];
}

/** Others may be words or numbers of the page: only their own field hides them. */
function isUnmistakable(value: string): boolean {
  return value.length >= 8 && /[^\p{L}\s]/u.test(value);
}

function addFields(root: Document | ShadowRoot): void {
  for (const field of root.querySelectorAll<HTMLInputElement>(passwordFields))
    if (known.size < maxFields) known.add(field);
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(namedFields))
    if (named.size < maxNamed && holdsSecret(field, labelText)) named.add(field);
  for (const frame of root.querySelectorAll('iframe, frame')) {
    const inner = documentOf(frame);
    if (inner !== null) addFields(inner);
  }
  // No selector finds hosts of shadow roots. A walker is twice as fast as a list of all elements.
  const elements = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = elements.nextNode(); node !== null; node = elements.nextNode()) {
    const shadow = shadowRootOf(node as Element);
    if (shadow !== null) addFields(shadow);
  }
}

const passwordFields = [
  '[type="password" i]',
  '[autocomplete~="current-password" i]',
  // The search field of a select has it, so that the browser suggests nothing there.
  '[autocomplete~="new-password" i]:not([role=combobox])',
]
  .map((field) => `input${field}`)
  .join(', ');

/** This is asked with each command: the whole name of each field would take too long on a large page. */
function labelText(field: Element): string {
  return labelsOf(field)
    .map(({ textContent }) => textContent)
    .join(' ');
}

const namedFields = 'input:not([type=password i], [type=hidden i]), textarea';

function documentOf(frame: Element): Document | null {
  return 'contentDocument' in frame ? (frame.contentDocument as Document | null) : null;
}
