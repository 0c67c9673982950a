/** Finds the element an annotation points at after the page has changed: that one or none, never a lookalike. */
import type { Annotation, PageTarget, SourceLocation } from '@annotate-mcp/core';

import { outwards } from '../inspectors/dom-tree.ts';
import { queryDomPath } from '../inspectors/dom.ts';
import { domSnapshot } from '../inspectors/snapshot.ts';

import { type Facts, type Likeness, matches, readSnapshot } from './evidence.ts';

/** Where an annotation says that it belongs. */
export interface Place {
  readonly path: string;
  readonly snapshot?: string;
  readonly source?: SourceLocation;
}

/** `null` for what has no place on a page: notes about the page as a whole, Markdown. */
export function placeOnPage(annotation: Annotation | PageTarget): Place | null {
  const { kind } = annotation;
  if (kind === 'page' || kind === 'markdown') return null;
  const path = kind === 'component' ? annotation.domPath : annotation.selector;
  if (path === undefined) return null;
  const snapshot = kind === 'text' ? undefined : annotation.domSnapshot;
  const source = annotation.sourceLocation;
  return { path, ...(snapshot !== undefined && { snapshot }), ...(source !== undefined && { source }) };
}

// Outweighs everything that can be said of one that differs somewhere.
const exact = 100;

interface Candidate extends Likeness {
  readonly element: Element;
  readonly facts: Facts;
}

interface Judge {
  readonly evidence: Facts;
  readonly source: string | null;
  readonly judge: (element: Element) => Candidate;
}

/** `null` when there is nothing to compare with. */
function judgeFor(place: Place): Judge | null {
  const read = place.snapshot === undefined ? null : readSnapshot(place.snapshot);
  if (read === null) return null;
  const source = sourceSelector(place.source);
  const evidence: Facts = { ...read, source: source !== null };
  const judge = (element: Element): Candidate => {
    const snapshot = domSnapshot(element);
    const facts = factsOf(element, snapshot, source);
    const { kind, score } = matches(evidence, facts);
    return { element, facts, kind, score: score + (snapshot === place.snapshot ? exact : 0) };
  };
  return { evidence, source, judge };
}

/**
 * For an element that was the right one and says something else now. Lists reuse elements: another item may be shown
 * in it, and the right one beside it, or nowhere for now.
 */
export function findInList(place: Place, before: Noted, element: Element): Element | null {
  const list = rowAround(element)?.parentElement;
  const judging = judgeFor(place);
  if (!list || judging === null) return element;
  const { evidence, judge } = judging;
  const mine = judge(element);
  if (mine.kind === 'same') return element;
  const others = candidates(list, evidence).filter((other) => !before.rivals.has(other));
  const moved = clearWinner(
    others.map(judge).filter(({ kind }) => kind === 'same'),
    1,
  );
  if (moved !== null) return moved;
  const isReused =
    before.beside.includes(textOf(element)) || (mine.score < 0.5 && before.place !== placeOf(element));
  return mine.kind === 'other' || isReused ? null : element;
}

/** What is remembered of an element that is known to be the right one. */
export interface Noted {
  readonly text: string;
  /** What the items before and after it said. */
  readonly beside: readonly string[];
  /** Where a virtual list has put it. */
  readonly place: string;
  /** Those that said the same all along. */
  readonly rivals: WeakSet<Element>;
}

export function note(element: Element): Noted {
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
    beside: beside.map(textOf).filter((said) => said !== '' && said !== text),
    place: placeOf(element),
    rivals: new WeakSet(rivals),
  };
}

export function textOf(element: Element): string {
  return element.textContent.trim();
}

function placeOf(element: Element): string {
  return rowAround(element)?.getAttribute('style') ?? '';
}

export function findElement(place: Place, document: Document): Element | null {
  const pointed = queryDomPath(place.path, document);
  const judging = judgeFor(place);
  if (judging === null) return pointed;
  const { evidence, source, judge } = judging;
  const there = pointed === null ? null : hostAround(pointed, evidence, judge);
  if (there?.kind === 'same') return there.element;
  const root = rootOf(place.path, document);
  if (root === null) return null;
  const others = candidates(root, evidence).map(judge);
  const same = others.filter(({ kind }) => kind === 'same');
  if (same.length > 0) return clearWinner(same, 1);
  return changedInPlace(there, others, root, source);
}

/** The path leads to what was clicked, the snapshot may show the component around it. */
function hostAround(pointed: Element, evidence: Facts, judge: (element: Element) => Candidate) {
  let best: Candidate | null = null;
  let tried = 0;
  for (const element of outwards(pointed)) {
    if (element.localName !== evidence.tag) continue;
    const candidate = judge(element);
    if (best === null || rank(candidate) > rank(best)) best = candidate;
    if (++tried === 8) break;
  }
  return best;
}

function rank({ kind, score, facts }: Candidate): number {
  if (kind === 'same') return 10 + score;
  return kind === 'changed' ? 1 + score + Number(facts.source) : 0;
}

/** What stands in its place says something else: changed as asked, or the next item of a list that moved up. */
function changedInPlace(
  there: Candidate | null,
  others: readonly Candidate[],
  root: ParentNode,
  source: string | null,
): Element | null {
  const written = source === null ? [] : root.querySelectorAll(source);
  if (written.length === 1) {
    const [only] = others.filter(({ facts, kind }) => facts.source && kind === 'changed');
    const element = there?.facts.source === true && there.kind === 'changed' ? there.element : only?.element;
    if (element !== undefined) return element;
  }
  if (there?.kind !== 'changed') return null;
  if (rowAround(there.element) === null) return there.element;
  const alike = [
    there,
    ...others.filter(({ kind, element }) => kind === 'changed' && element !== there.element),
  ];
  const winner = clearWinner(alike, 0.2);
  return winner === there.element && there.score >= 0.5 ? winner : null;
}

function clearWinner(candidates: readonly Candidate[], margin: number): Element | null {
  const [first, second] = [...candidates].sort((a, b) => b.score - a.score);
  if (first === undefined) return null;
  return second === undefined || first.score - second.score >= margin ? first.element : null;
}

/** It, or something it is part of, that stands in a row of things made alike. */
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

// More than this, made alike, can neither be told apart nor compared in an idle moment.
const maxCandidates = 400;

function candidates(root: ParentNode, evidence: Facts): Element[] {
  const all = [...root.querySelectorAll(CSS.escape(evidence.tag))];
  const name = evidence.attributes.get('class') ?? null;
  const alike = all.filter((element) => element.getAttribute('class') === name);
  const found = alike.length > 0 ? alike : all;
  return found.length > maxCandidates ? [] : found;
}

function factsOf(element: Element, snapshot: string, source: string | null): Facts {
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

/** Every root on the way, outermost first; shorter than the path where the way ends early, `null` last. */
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
