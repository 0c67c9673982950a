/** The values of password fields, which the driver masks in everything that agents read. They are never shown. */
import { shadowRootOf } from './composed.ts';

/** A field whose text the person made visible is a password field still. */
const known = new Set<HTMLInputElement>();
const maxFields = 50;

/** Whether the last call of `passwordValues` has found a field, also an empty one. */
export const hasPasswordField = (): boolean => known.size > 0;

/** Also of fields in shadow roots and in frames of the same origin. */
export function passwordValues(): string[] {
  addFields(document);
  // A document without a window is that of a frame that was removed.
  for (const field of known)
    if (!field.isConnected || field.ownerDocument.defaultView === null) known.delete(field);
  return [...known].map(({ value }) => value.slice(0, 500)).filter((value) => value !== '');
}

function addFields(root: Document | ShadowRoot): void {
  for (const field of root.querySelectorAll<HTMLInputElement>(passwordFields))
    if (known.size < maxFields) known.add(field);
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
  '[autocomplete~="new-password" i]',
]
  .map((field) => `input${field}`)
  .join(', ');

function documentOf(frame: Element): Document | null {
  return 'contentDocument' in frame ? (frame.contentDocument as Document | null) : null;
}
