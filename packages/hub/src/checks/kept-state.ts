/** What must stay as it is on the page after a change, taken from what the page showed before and after. Pure. */
import type {
  AnnotationOnPage,
  ElementLook,
  LayoutElement,
  PageLayout,
  ProofChange,
  ProofRecord,
  RecordedStep,
} from '@annotate-mcp/core';

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

/** How to find the element, the most lasting way that finds only this one. */
export type Target =
  | { by: 'test id'; testId: string }
  | { by: 'role'; role: string; name: string }
  /** `text` tells it from an element that takes its place, where one may do so. */
  | { by: 'selector'; selector: string; text?: string };

export type Expectation =
  | { what: 'visible' }
  | { what: 'gone' }
  | { what: 'text'; text: string; within: Part | null }
  | { what: 'style'; name: string; value: string; within: Part | null }
  /** `value` is `null` when the element must not have the attribute. */
  | { what: 'attribute'; name: string; value: string | null; within: Part | null }
  | { what: 'added' | 'removed'; within: Part }
  /** The texts of the children of the target's parent that have the target's tag, in their order. */
  | { what: 'order'; tag: string; texts: string[] }
  /** In CSS pixels, at the size of the window that the test sets. */
  | { what: 'size'; width: number; height: number }
  | { what: 'no uncaught errors' };

/** An element inside of the target. */
export interface Part {
  tag: string;
  /** The beginning of its text. */
  text: string | null;
}

export interface SeenChange {
  before: ProofRecord;
  after: ProofRecord;
  changes: readonly ProofChange[];
  isGone: boolean;
}

/** `null` when nothing of the change can be tested. */
export function keptStateOf(annotation: AnnotationOnPage, seen: SeenChange): KeptState | null {
  const shown = seen.isGone ? seen.before : seen.after;
  const { look, layout } = shown;
  const changed = look === null ? [] : changesToKeep(seen, look);
  if (look === null || changed.length === 0) return null;
  const hadErrors = annotation.consoleErrors !== undefined;
  return {
    id: annotation.id,
    request: annotation.annotationText,
    pageUrl: look.pageUrl,
    viewport: look.viewport,
    dark: layout.conditions.dark,
    steps: stepsOnPage(annotation.steps ?? []),
    target: seen.isGone ? withText(targetOf(look, layout), look.text) : targetOf(look, layout),
    expectations: [...changed, ...(hadErrors ? [{ what: 'no uncaught errors' } as const] : [])],
  };
}

/** A test starts at the page itself, so what was done on pages before does not count. */
function stepsOnPage(steps: readonly RecordedStep[]): RecordedStep[] {
  const arrived = steps.findLastIndex(({ kind }) => kind === 'navigate');
  return steps.slice(arrived + 1);
}

function targetOf(look: ElementLook, layout: PageLayout): Target {
  const testId = look.attributes['data-testid'];
  if (testId !== undefined && countOf(layout, ({ key }) => key === testId) <= 1)
    return { by: 'test id', testId };
  const { role, name, tag } = look.element;
  const words = name ?? (isShort(look.text) ? look.text : undefined);
  if (role !== undefined && namedByText.has(role) && words !== undefined && words !== '') {
    const isOnly = countOf(layout, (element) => element.tag === tag && isNamed(element, words)) <= 1;
    if (isOnly) return { by: 'role', role, name: words };
  }
  return { by: 'selector', selector: look.selector };
}

/** When an element is removed, the next one may have its path. */
function withText(target: Target, text: string): Target {
  return target.by === 'selector' && text !== '' && isShort(text) ? { ...target, text } : target;
}

/** Roles whose name is their label or their text. */
const namedByText = new Set(['button', 'link', 'heading', 'tab', 'menuitem', 'option', 'checkbox', 'radio']);

function isNamed({ text, attributes }: LayoutElement, words: string): boolean {
  return text === words || attributes?.['aria-label'] === words;
}

function countOf({ elements }: PageLayout, matches: (element: LayoutElement) => boolean): number {
  return elements.filter(matches).length;
}

const longestText = 120;

function isShort(text: string): boolean {
  return text.length <= longestText;
}

/** Empty when nothing of what changed can be tested. */
function changesToKeep(seen: SeenChange, look: ElementLook): Expectation[] {
  if (seen.isGone) return [{ what: 'gone' }];
  const changed = [
    ...seen.changes.flatMap((change) => expectationOf(change)).filter((one) => isFoundIn(look, one)),
    ...orderOf(seen),
  ];
  if (changed.length > 0) return [{ what: 'visible' }, ...changed];
  // Other fonts make it another size on another machine, so this is the last resort.
  const { width, height } = look.box;
  const isResized = seen.changes.some(({ what, on }) => what === 'box' && on === undefined);
  return isResized ? [{ what: 'visible' }, { what: 'size', width, height }] : [];
}

/** The own text of an element that has elements between its words is not found as one text. */
function isFoundIn({ text }: ElementLook, expectation: Expectation): boolean {
  return expectation.what !== 'text' || text.includes(expectation.text);
}

function expectationOf({ what, name, after, on }: ProofChange): Expectation[] {
  const within = on === undefined ? null : partOf(on);
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

/** Reads what `nameLayoutElement` has written: `h2 "Special offer"`, `div#cart`, `div`. */
function partOf(on: string): Part {
  const [, tag = on, text] = /^([^\s"#]+)(?:#\S+)?(?: "(.*)")?$/s.exec(on) ?? [];
  return { tag, text: text === undefined ? null : text.replace(/…$/, '') };
}

/** Where the target stands elsewhere among its siblings than before. */
function orderOf({ after, changes }: SeenChange): Expectation[] {
  const isMoved = changes.some(
    ({ what, on, after: place = '' }) => what === 'moved' && on === undefined && place.includes(' of '),
  );
  const { elements } = after.layout;
  const target = elements.find(({ role }) => role === 'target');
  if (!isMoved || target === undefined) return [];
  const texts = elements
    .flatMap((element, index) =>
      element.parent === target.parent && element.tag === target.tag ? [index] : [],
    )
    .map((index) => textWithin(elements, index));
  const isTold = texts.length > 1 && texts.every((text) => text !== '' && isWhole(text));
  return isTold ? [{ what: 'order', tag: target.tag, texts }] : [];
}

/** The first text in an element, its own or that of an element inside of it. */
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
