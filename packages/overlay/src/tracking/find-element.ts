/** Finds the element an annotation points at after the page has changed: that one or none, never a lookalike. */
import {
  type Annotation,
  isShortenedSnapshot,
  type PageTarget,
  readSnapshot,
  shortenSnapshot,
  type SourceLocation,
} from '@annotate-mcp/core';

import { outwards } from '../inspectors/dom-tree.ts';
import { queryDomPath } from '../inspectors/dom.ts';
import { domSnapshot } from '../inspectors/snapshot.ts';

import { type ElementFacts, type Comparison, compareElements } from './compare-elements.ts';

/** How an annotation describes its element. */
export interface ElementReference {
  readonly path: string;
  readonly snapshot?: string;
  readonly source?: SourceLocation;
}

/** `null` for annotations without an element: notes on the page, and Markdown. */
export function elementReferenceOf(annotation: Annotation | PageTarget): ElementReference | null {
  const { kind } = annotation;
  if (kind === 'page' || kind === 'markdown') return null;
  const path = kind === 'component' ? annotation.domPath : annotation.selector;
  if (path === undefined) return null;
  const snapshot = kind === 'text' ? undefined : (annotation.element?.html ?? annotation.domSnapshot);
  const source = annotation.sourceLocation;
  return { path, ...(snapshot !== undefined && { snapshot }), ...(source !== undefined && { source }) };
}

// Higher than any score of an element whose snapshot differs.
const exactMatchScore = 100;

interface Candidate extends Comparison {
  readonly element: Element;
  readonly facts: ElementFacts;
}

interface Matcher {
  readonly stored: ElementFacts;
  readonly source: string | null;
  readonly compare: (element: Element) => Candidate;
}

/** `null` when there is nothing to compare with. */
function createMatcher(reference: ElementReference): Matcher | null {
  const { snapshot: known } = reference;
  const read = known === undefined ? null : readSnapshot(known);
  if (known === undefined || read === null) return null;
  const isShortened = isShortenedSnapshot(known);
  const source = sourceSelector(reference.source);
  const stored: ElementFacts = { ...read, source: source !== null };
  const compare = (element: Element): Candidate => {
    const whole = domSnapshot(element);
    const snapshot = isShortened ? shortenSnapshot(whole) : whole;
    const facts = factsOf(element, snapshot, source);
    const compared = compareElements(stored, facts);
    const score = compared.score + (snapshot === known ? exactMatchScore : 0);
    return { ...compared, element, facts, score };
  };
  return { stored, source, compare };
}

/**
 * For an element whose text has changed. Lists reuse elements: this one may show another item now,
 * while the item of the annotation is in another element, or not shown at all.
 */
export function findInList(
  reference: ElementReference,
  before: RememberedElement,
  element: Element,
): Element | null {
  const list = rowAround(element)?.parentElement;
  const matcher = createMatcher(reference);
  if (!list || matcher === null) return element;
  const { stored, compare } = matcher;
  const mine = compare(element);
  if (mine.kind === 'same') return element;
  const others = candidates(list, stored).filter((other) => !before.lookalikes.has(other));
  const moved = clearWinner(
    others.map(compare).filter(({ kind }) => kind === 'same'),
    1,
  );
  if (moved !== null) return moved;
  const isReused =
    before.neighbourTexts.includes(textOf(element)) ||
    (mine.score < 0.5 && before.rowStyle !== rowStyleOf(element));
  return mine.kind === 'other' || isReused ? null : element;
}

/** What is remembered of an element while it is known to be the target. */
export interface RememberedElement {
  readonly text: string;
  /** The texts of the items before and after it. */
  readonly neighbourTexts: readonly string[];
  /** The style attribute of its row, which virtual lists use to position it. */
  readonly rowStyle: string;
  /** Elements that had the same text from the beginning. */
  readonly lookalikes: WeakSet<Element>;
}

export function rememberElement(element: Element): RememberedElement {
  const text = textOf(element);
  const row = rowAround(element);
  const beside = [row?.previousElementSibling, row?.nextElementSibling].flatMap((sibling) => {
    if (!sibling) return [];
    return row === element ? [sibling] : [...sibling.getElementsByTagName(element.localName)];
  });
  const alike = row?.parentElement?.getElementsByTagName(element.localName) ?? [];
  const rivals = [...alike]
    .slice(0, maxCandidates)
    .filter((other) => other !== element && textOf(other) === text);
  return {
    text,
    neighbourTexts: beside.map(textOf).filter((neighbour) => neighbour !== '' && neighbour !== text),
    rowStyle: rowStyleOf(element),
    lookalikes: new WeakSet(rivals),
  };
}

export function textOf(element: Element): string {
  return element.textContent.trim();
}

function rowStyleOf(element: Element): string {
  return rowAround(element)?.getAttribute('style') ?? '';
}

export function findElement(reference: ElementReference, document: Document): Element | null {
  const atPath = queryDomPath(reference.path, document);
  const matcher = createMatcher(reference);
  if (matcher === null) return atPath;
  const { stored, source, compare } = matcher;
  const candidateAtPath = atPath === null ? null : hostAround(atPath, stored, compare);
  if (candidateAtPath?.kind === 'same') return candidateAtPath.element;
  const root = rootOf(reference.path, document);
  if (root === null) return null;
  const others = candidates(root, stored).map(compare);
  const same = others.filter(({ kind }) => kind === 'same');
  if (same.length > 0) return clearWinner(same, 1);
  const [keyed, ...more] = others.filter(({ hasSameKey, kind }) => hasSameKey && kind === 'changed');
  if (keyed !== undefined && more.length === 0) return keyed.element;
  return findChanged(candidateAtPath, others, root, source);
}

/** The path leads to the picked element; the snapshot of an older annotation is of the component around it. */
function hostAround(atPath: Element, stored: ElementFacts, compare: (element: Element) => Candidate) {
  let best: Candidate | null = null;
  let compared = 0;
  for (const element of outwards(atPath)) {
    if (element.localName !== stored.tag) continue;
    const candidate = compare(element);
    if (best === null || rankCandidate(candidate) > rankCandidate(best)) best = candidate;
    if (++compared === 8) break;
  }
  return best;
}

function rankCandidate({ kind, score, facts }: Candidate): number {
  if (kind === 'same') return 10 + score;
  return kind === 'changed' ? 1 + score + Number(facts.source) : 0;
}

/** For an element with another text: it was edited, or it is the next item of a list. */
function findChanged(
  candidateAtPath: Candidate | null,
  others: readonly Candidate[],
  root: ParentNode,
  source: string | null,
): Element | null {
  const written = source === null ? [] : root.querySelectorAll(source);
  if (written.length === 1) {
    const [only] = others.filter(({ facts, kind }) => facts.source && kind === 'changed');
    const element =
      candidateAtPath?.facts.source === true && candidateAtPath.kind === 'changed'
        ? candidateAtPath.element
        : only?.element;
    if (element !== undefined) return element;
  }
  if (candidateAtPath?.kind !== 'changed') return null;
  if (rowAround(candidateAtPath.element) === null) return candidateAtPath.element;
  const alike = [
    candidateAtPath,
    ...others.filter(({ kind, element }) => kind === 'changed' && element !== candidateAtPath.element),
  ];
  const winner = clearWinner(alike, 0.2);
  return winner === candidateAtPath.element && candidateAtPath.score >= 0.5 ? winner : null;
}

function clearWinner(candidates: readonly Candidate[], margin: number): Element | null {
  const [first, second] = [...candidates].sort((a, b) => b.score - a.score);
  if (first === undefined) return null;
  return second === undefined || first.score - second.score >= margin ? first.element : null;
}

/** The element, or the nearest one around it, that has similar siblings. */
function rowAround(element: Element): Element | null {
  for (const at of outwards(element)) {
    const name = at.getAttribute('class');
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling !== at && sibling.localName === at.localName && sibling.getAttribute('class') === name) {
        return at;
      }
    }
  }
  return null;
}

// More similar elements than this cannot be compared in one idle period.
const maxCandidates = 400;

function candidates(root: ParentNode, stored: ElementFacts): Element[] {
  const all = [...root.querySelectorAll(CSS.escape(stored.tag))];
  const name = stored.attributes.get('class') ?? null;
  const alike = all.filter((element) => element.getAttribute('class') === name);
  const found = alike.length > 0 ? alike : all;
  return found.length > maxCandidates ? [] : found;
}

function factsOf(element: Element, snapshot: string, source: string | null): ElementFacts {
  const read = readSnapshot(snapshot);
  return {
    ...(read ?? { tag: element.localName, attributes: new Map(), text: '' }),
    source: source !== null && (element.matches(source) || element.querySelector(source) !== null),
  };
}

function sourceSelector(source: SourceLocation | undefined): string | null {
  if (source === undefined) return null;
  return `[data-annotate-source="${CSS.escape(`${source.file}:${source.line}:${source.column}`)}"]`;
}

/** The document, frame or shadow root that the path ends in; `null` when it is not there. */
function rootOf(path: string, document: Document): ParentNode | null {
  return rootsAlong(path, document).at(-1) ?? null;
}

/** All roots along the path, outermost first. If the path ends early, the last one is `null`. */
export function rootsAlong(path: string, document: Document): (Document | ShadowRoot | null)[] {
  const roots: (Document | ShadowRoot | null)[] = [document];
  const steps = path.split(' >>> ');
  for (let length = 1; length < steps.length; length++) {
    const host = queryDomPath(steps.slice(0, length).join(' >>> '), document);
    const root = host?.shadowRoot ?? (host as HTMLIFrameElement | null)?.contentDocument ?? null;
    roots.push(root);
    if (root === null) break;
  }
  return roots;
}
