/** Decides whether an element is the one that was pointed at. Pure: what is known of both sides comes as data. */

/** What an element looks like, from its snapshot. */
export interface Facts {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Words only, one space between them. */
  readonly text: string;
  /** The attribute with the annotation's source location is on it or in it. */
  readonly source: boolean;
}

export interface Likeness {
  /** `same`: says the same and is named the same. `changed`: says something else. `other`: certainly another one. */
  readonly kind: 'same' | 'changed' | 'other';
  /** Compares candidates of one kind. */
  readonly score: number;
}

export function matches(evidence: Facts, candidate: Facts): Likeness {
  if (evidence.tag !== candidate.tag) return { kind: 'other', score: 0 };
  const names = naming.filter((name) => isName(name, evidence.attributes.get(name)));
  const equal = names.filter((name) => evidence.attributes.get(name) === candidate.attributes.get(name));
  const sameClass = evidence.attributes.get('class') === candidate.attributes.get('class');
  const support = equal.length + Number(sameClass) + 2 * Number(evidence.source && candidate.source);
  const contradicted = equal.length < names.length;
  if (evidence.text !== candidate.text) {
    // A link may be pointed elsewhere on request; a key is what the thing is.
    const key = names.some((name) => !equal.includes(name) && !changeable.has(name));
    return key
      ? { kind: 'other', score: 0 }
      : { kind: 'changed', score: similarity(evidence.text, candidate.text) };
  }
  // Nothing said and nothing named: a box like any other, told apart by how it is made at most.
  const known = evidence.text !== '' || equal.length > 0 || (sameClass && evidence.attributes.has('class'));
  if (contradicted) return { kind: 'changed', score: known ? 0.5 : 0 };
  return { kind: known ? 'same' : 'changed', score: support };
}

const naming = [
  ...['id', 'data-testid', 'data-test', 'data-cy', 'data-id', 'data-key', 'data-index', 'name', 'for'],
  ...['href', 'src', 'alt', 'aria-label', 'title', 'placeholder'],
];
const changeable = new Set(['href', 'src', 'alt', 'aria-label', 'title', 'placeholder']);

/** Ids that a library counts up are others after each load. */
function isName(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  return name !== 'id' || !/:|^(radix|headlessui|mat|cdk|ng|react-aria|_r)[-_\d]|^_r_/.test(value);
}

/** Share of common words, 0 to 1. */
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

const tagPattern = /<(?:"[^"]*"|[^>"])*>/g;

/**
 * Reads a snapshot (`inspectors/snapshot.ts`). Not by the browser's parser: a page can forbid it, and this much is
 * enough. `null` when it does not begin with an element.
 */
export function readSnapshot(html: string): Omit<Facts, 'source'> | null {
  const whole = html.replace(/… \(truncated, [^)]*\)$/, '');
  const opening = /^\s*<([a-z][^\s/>]*)((?:"[^"]*"|[^>"])*)/i.exec(whole);
  if (opening === null) return null;
  const [, tag = '', inside = ''] = opening;
  const attributes = new Map(
    [...inside.matchAll(/([^\s="]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  );
  // The last tag may have been cut in two.
  const text = decode(whole.replace(tagPattern, ' ').replace(/<[^<]*$/, ''));
  return { tag, attributes, text: text.replace(/\s+/g, ' ').trim() };
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
