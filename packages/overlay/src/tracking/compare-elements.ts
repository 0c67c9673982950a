/** Decides whether an element is the target of an annotation. Pure: both elements are passed as data. */

import type { SnapshotFacts } from '@annotate-mcp/core';

/** What an element looks like, from its snapshot. */
export interface ElementFacts extends SnapshotFacts {
  /** The attribute with the annotation's source location is on it or in it. */
  readonly source: boolean;
}

export interface Comparison {
  /** `same`: same text and same names. `changed`: another text. `other`: certainly another element. */
  readonly kind: 'same' | 'changed' | 'other';
  /** Compares candidates of one kind. */
  readonly score: number;
  /** Both have the same key, and no other key: whatever the text is, the page says that they are one thing. */
  readonly hasSameKey: boolean;
}

export function compareElements(stored: ElementFacts, candidate: ElementFacts): Comparison {
  if (stored.tag !== candidate.tag) return { kind: 'other', score: 0, hasSameKey: false };
  const names = namingAttributes.filter((name) => isStableName(name, stored.attributes.get(name)));
  const isEqual = (name: string) => stored.attributes.get(name) === candidate.attributes.get(name);
  const equal = names.filter(isEqual);
  const sameClass = stored.attributes.get('class') === candidate.attributes.get('class');
  const support = equal.length + Number(sameClass) + 2 * Number(stored.source && candidate.source);
  const contradicted = equal.length < names.length;
  const keys = [...names.filter((name) => keyAttributes.has(name)), ...itemKeys(stored)];
  const hasSameKey = keys.length > 0 && keys.every(isEqual);
  if (stored.text !== candidate.text) {
    // A link may get another address on request, but an id or key identifies the element.
    const key = names.some((name) => !equal.includes(name) && !changeableAttributes.has(name));
    return key
      ? { kind: 'other', score: 0, hasSameKey }
      : { kind: 'changed', score: similarity(stored.text, candidate.text), hasSameKey };
  }
  // An element without text and names can only be recognised by its class.
  const known = stored.text !== '' || equal.length > 0 || (sameClass && stored.attributes.has('class'));
  if (contradicted) return { kind: 'changed', score: known ? 0.5 : 0, hasSameKey };
  return { kind: known ? 'same' : 'changed', score: support, hasSameKey };
}

const namingAttributes = [
  ...['id', 'data-testid', 'data-test', 'data-cy', 'data-id', 'data-key', 'data-index', 'name', 'for'],
  ...['href', 'src', 'alt', 'aria-label', 'title', 'placeholder'],
];
const keyAttributes = new Set(['id', 'data-testid', 'data-test', 'data-cy', 'data-id', 'data-key']);
const changeableAttributes = new Set(['href', 'src', 'alt', 'aria-label', 'title', 'placeholder']);

/** `data-product-id`: what an app calls the key of an item. A library may write others there, so another one says nothing. */
function itemKeys({ attributes }: ElementFacts): string[] {
  return [...attributes].flatMap(([name, value]) =>
    /^data-[\w-]+-(?:id|key)$/.test(name) && isStableName('id', value) ? [name] : [],
  );
}

/** Ids that a library generates by counting change with each load. */
function isStableName(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  return name !== 'id' || !/:|^(radix|headlessui|mat|cdk|ng|react-aria|_r)[-_\d]|^_r_/.test(value);
}

/** Share of common words, 0 to 1 (Dice). The libraries for it compare letters, not words. */
export function similarity(a: string, b: string): number {
  const left = a.split(' ').filter(Boolean);
  const right = b.split(' ').filter(Boolean);
  if (left.length === 0 || right.length === 0) return 0;
  const rest = new Map<string, number>();
  for (const word of left) rest.set(word, (rest.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of right) {
    const count = rest.get(word) ?? 0;
    if (count > 0) common++;
    rest.set(word, count - 1);
  }
  return (2 * common) / (left.length + right.length);
}
