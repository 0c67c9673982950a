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
  for (const element of root.querySelectorAll('*')) {
    const { localName } = element;
    if (localName === 'input') {
      if (isPasswordField(element) && known.size < maxFields) known.add(element);
    } else if (localName === 'iframe' || localName === 'frame') {
      const inner = documentOf(element);
      if (inner !== null) addFields(inner);
    } else {
      const shadow = shadowRootOf(element);
      if (shadow !== null) addFields(shadow);
    }
  }
}

// By name, because the classes of elements in another frame are others.
function isPasswordField(element: Element): element is HTMLInputElement {
  return (
    element.getAttribute('type')?.toLowerCase() === 'password' ||
    /\b(?:current|new)-password\b/.test(element.getAttribute('autocomplete') ?? '')
  );
}

function documentOf(frame: Element): Document | null {
  return 'contentDocument' in frame ? (frame.contentDocument as Document | null) : null;
}
