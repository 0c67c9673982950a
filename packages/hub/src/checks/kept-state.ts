/** What must stay as it is on the page after a change, taken from what the page showed before and after. Pure. */
import {
  type AnnotationOnPage,
  type ElementLocator,
  type ElementLook,
  type LayoutElement,
  type PageLayout,
  type ProofChange,
  type ProofRecord,
  type RecordedStep,
  type Verdict,
  onlyAround,
} from '@annotate-mcp/core';

import { askedFor } from './asked-for.ts';

/** Everything that a test is written from. */
export interface KeptState {
  id: string;
  /** What the person asked for. */
  request: string;
  pageUrl: string;
  viewport: { width: number; height: number };
  dark: boolean;
  /** What to do on the page first. */
  steps: RecordedStep[];
  target: Target;
  expectations: Expectation[];
}

/** `text` tells it from an element that takes its place, where one may do so. */
export interface Target {
  locator: ElementLocator;
  text?: string;
}

export type Expectation =
  | { what: 'visible' }
  /** Something else of the page, which shows that it is there. */
  | { what: 'page'; anchor: ElementLocator | null }
  | { what: 'gone' }
  | { what: 'text'; text: string; within: Part | null }
  | { what: 'style'; name: string; value: string; within: Part | null }
  /** `value` is `null` when the element must not have the attribute. */
  | { what: 'attribute'; name: string; value: string | null; within: Part | null }
  | { what: 'added' | 'removed'; within: Part }
  /** The first texts of the siblings with the same tag, in their order: of the target, or of what is `up` levels around it. */
  | { what: 'order'; tag: string; texts: string[]; up: number }
  /** In CSS pixels, at the size of the window that the test sets. */
  | { what: 'size'; width: number; height: number }
  | { what: 'no uncaught errors' };

/** An element inside the target or, with `beside`, of its parent. */
export interface Part {
  beside?: true;
  tag: string;
  /** The beginning of its text. */
  text: string | null;
}

export interface SeenChange {
  before: ProofRecord;
  after: ProofRecord;
  changes: readonly ProofChange[];
  verdict: Verdict;
}

/** `null` when nothing of the change can be tested. */
export function keptStateOf(annotation: AnnotationOnPage, seen: SeenChange): KeptState | null {
  const isGone = seen.verdict === 'gone';
  const shown = isGone ? seen.before : seen.after;
  const { look, layout } = shown;
  const changed = look === null ? [] : changesToKeep(annotation, seen, look);
  if (look === null || changed.length === 0) return null;
  const hadErrors = annotation.consoleErrors !== undefined;
  return {
    id: annotation.id,
    request: annotation.annotationText,
    pageUrl: look.pageUrl,
    viewport: look.viewport,
    dark: layout.conditions.dark,
    steps: stepsOnPage(annotation.steps ?? []),
    target: isGone ? goneTarget(seen, look) : { locator: shown.locator ?? pathOf(look) },
    expectations: [...changed, ...(hadErrors ? [{ what: 'no uncaught errors' } as const] : [])],
  };
}

/** A test starts at the page itself, so what was done on pages before does not count. */
function stepsOnPage(steps: readonly RecordedStep[]): RecordedStep[] {
  const arrived = steps.findLastIndex(({ kind }) => kind === 'navigate');
  return steps.slice(arrived + 1);
}

function pathOf({ selector }: ElementLook): ElementLocator {
  return { by: 'selector', selector };
}

/** When an element is removed, the next one may have its path, and another one its words. */
function goneTarget({ before, after }: SeenChange, look: ElementLook): Target {
  const { elements } = after.layout;
  const locator = before.locator ?? pathOf(look);
  const isTaken = (words: string) => elements.some((element) => isNamed(element, words));
  switch (locator.by) {
    case 'test id':
    case 'id': {
      const key = locator.by === 'id' ? locator.id : locator.testId;
      if (!elements.some((element) => element.key === key)) return { locator };
      break;
    }
    case 'role':
      if (!isTaken(locator.name)) return { locator };
      break;
    case 'text':
      if (!isTaken(locator.text)) return { locator };
      break;
    case 'alt':
    case 'label':
      return { locator };
    case 'selector':
      break;
  }
  const { text } = look;
  return { locator: pathOf(look), ...(text !== '' && isShort(text) && { text }) };
}

function isNamed({ text, attributes }: LayoutElement, words: string): boolean {
  return text === words || attributes?.['aria-label'] === words;
}

const longestText = 120;

function isShort(text: string): boolean {
  return text.length <= longestText;
}

/** Empty when nothing of what changed can be tested. */
function changesToKeep(annotation: AnnotationOnPage, seen: SeenChange, look: ElementLook): Expectation[] {
  if (seen.verdict === 'gone') {
    const anchor = seen.after.anchor ?? seen.before.anchor ?? null;
    return [{ what: 'page', anchor }, { what: 'gone' }];
  }
  const isBeside = seen.verdict === 'beside';
  const asked = askedFor(annotation, seen.changes);
  const changed = [
    ...asked.flatMap((change) => expectationOf(change, isBeside)),
    ...(isBeside ? [] : orderOf(seen, asked)),
  ].filter((one) => isFoundIn(look, one) && isOnly(seen.after.layout, one));
  if (changed.length > 0) return [{ what: 'visible' }, ...changed];
  // Other fonts make it another size on another machine, so this is the last resort.
  const { width, height } = look.box;
  const isResized = asked.some(({ what, on }) => what === 'box' && on === undefined);
  return isResized ? [{ what: 'visible' }, { what: 'size', width, height }] : [];
}

/** A part of the target is found by tag and text, and the test must find exactly that one; none of what was removed. */
function isOnly({ elements }: PageLayout, expectation: Expectation): boolean {
  if (!('within' in expectation) || expectation.within === null) return true;
  const { within, what } = expectation;
  const target = elements.findIndex(({ role }) => role === 'target');
  const holder = within.beside === true ? (elements[target]?.parent ?? -1) : target;
  const inside = new Set<number>();
  let found = 0;
  elements.forEach(({ parent, tag }, index) => {
    if (parent !== holder && !inside.has(parent)) return;
    inside.add(index);
    const isMeant = within.beside !== true || parent === holder;
    if (isMeant && tag === within.tag && hasText(elements, index, within.text)) found++;
  });
  return found === (what === 'removed' ? 0 : 1);
}

/** As Playwright finds a text: anywhere inside, whatever its case is. */
function hasText(elements: readonly LayoutElement[], index: number, text: string | null): boolean {
  if (text === null) return true;
  const inside = new Set([index]);
  for (let at = index; at < elements.length; at++) {
    const element = elements[at];
    if (element === undefined || (at !== index && !inside.has(element.parent))) continue;
    inside.add(at);
    if (element.text?.toLowerCase().includes(text.toLowerCase()) === true) return true;
  }
  return false;
}

/** The own text of an element that has elements between its words is not found as one text. */
function isFoundIn({ text }: ElementLook, expectation: Expectation): boolean {
  return expectation.what !== 'text' || text.includes(expectation.text);
}

function expectationOf({ what, name, after, on }: ProofChange, isBeside: boolean): Expectation[] {
  const part = on === undefined ? null : partOf(on);
  // What a style sheet generates is not an element.
  if (part?.tag.includes('::') === true) return [];
  const within = part !== null && isBeside ? { ...part, beside: true as const } : part;
  if (isBeside && what !== 'added' && what !== 'removed') return [];
  switch (what) {
    case 'text':
      return name === undefined && after !== undefined && isWhole(after) && after !== ''
        ? [{ what, text: after, within }]
        : [];
    case 'style':
      return name === undefined || after === undefined || !isWhole(after)
        ? []
        : [{ what, name, value: after, within }];
    case 'attribute':
      return name === undefined || (after !== undefined && !isWhole(after))
        ? []
        : [{ what, name, value: after ?? null, within }];
    case 'added':
    case 'removed':
      return within === null ? [] : [{ what, within }];
    default:
      return [];
  }
}

/** A value that was cut cannot be compared. */
function isWhole(value: string): boolean {
  return !value.endsWith('…');
}

/** Reads how a change names an element: `h2 "Special offer"`, `div#cart`, `div`. */
function partOf(on: string): Part {
  const [, tag = on, text] = /^([^\s"#]+)(?:#\S+)?(?: "(.*)")?$/s.exec(on) ?? [];
  return { tag, text: text === undefined ? null : text.replace(/…$/, '') };
}

/** Where the target stands elsewhere among its siblings than before. */
function orderOf({ after }: SeenChange, changes: readonly ProofChange[]): Expectation[] {
  const isMoved = changes.some(
    ({ what, on, after: place = '' }) => what === 'moved' && on === undefined && place.includes(' of '),
  );
  const { elements } = after.layout;
  const target = elements.findIndex(({ role }) => role === 'target');
  if (!isMoved || target === -1) return [];
  // A link is the only thing in the item that was moved.
  const around = [target, ...onlyAround(after.layout, target)];
  const up = around.findIndex((each) => siblingsOf(elements, each).length > 1);
  const moved = elements[around[up] ?? -1];
  if (moved === undefined) return [];
  const texts = siblingsOf(elements, around[up] ?? -1).map((index) => textWithin(elements, index));
  const isTold = texts.every((text) => text !== '' && isWhole(text));
  return isTold ? [{ what: 'order', tag: moved.tag, texts, up }] : [];
}

/** Indices of the elements with the same parent and tag, itself included. */
function siblingsOf(elements: readonly LayoutElement[], index: number): number[] {
  const { parent, tag } = elements[index] ?? { parent: -2, tag: '' };
  return elements.flatMap((each, at) => (each.parent === parent && each.tag === tag ? [at] : []));
}

/** The first text in an element, its own or that of an element inside it. */
function textWithin(elements: readonly LayoutElement[], index: number): string {
  const inside = new Set([index]);
  for (let at = index; at < elements.length; at++) {
    const element = elements[at];
    if (element === undefined || (at !== index && !inside.has(element.parent))) continue;
    inside.add(at);
    if (element.text !== undefined) return element.text;
  }
  return '';
}
