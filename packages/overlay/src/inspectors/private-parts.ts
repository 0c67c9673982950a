/** Which parts of a page are private: what an element or a field contains that must not leave the page. */
import { isSecretPair, redacted, redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { outwards } from './dom-tree.ts';

const privateAttributes = ['data-annotate-redact', 'data-private'] as const;

/** Matches elements that the app has marked as private, with everything in them. */
export const privateSelector = privateAttributes.map((name) => `[${name}]`).join();

export function isPrivate(element: Element): boolean {
  return privateAttributes.some((name) => element.hasAttribute(name));
}

/** The element, or one around it, is marked as private. */
export function isInPrivate(element: Element): boolean {
  for (const at of outwards(element)) if (isPrivate(at)) return true;
  return false;
}

const overlayAttributes = new Set([
  'data-annotate-source',
  'data-annotate-component',
  'data-annotate-html',
  'data-ng-source-location',
  'data-v-inspector',
]);
/** Set while the page is frozen. */
const frozenAttribute = /^data-annotate-(hover|focus|focus-within|focus-visible)$/;
const shownOfPrivate = new Set<string>(['class', 'id', 'role', 'type', ...privateAttributes]);
const maxLength = 300;

/** The attributes that may leave the page, secrets masked and long values cut. Those that the overlay sets are left out. */
export function shownAttributes(element: Element, inPrivate: boolean): [name: string, value: string][] {
  const secret = !inPrivate && holdsSecret(element);
  return [...element.attributes]
    .filter(({ name }) => !overlayAttributes.has(name) && !frozenAttribute.test(name))
    .filter(({ name }) => !inPrivate || shownOfPrivate.has(name))
    .map((attribute) => [attribute.name, shownValue(attribute, secret)]);
}

function shownValue({ name, value }: Attr, secret: boolean): string {
  const hides =
    (secret && /^(value|content|placeholder)$/.test(name)) || isSecretPair(name.replace(/^data-/, ''), value);
  const clean = hides && value !== '' ? redacted : redactText(value.slice(0, maxLength * 2));
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
