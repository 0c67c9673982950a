/** Finds an element by the text that a person reads on it. */
import {
  hasNoBox,
  isDrawn,
  isText,
  isVisible,
  oneLine,
  renderedChildren,
} from '@annotate-mcp/page-facts/elements';

import { maskText } from './secrets.ts';
import { isCutAway } from './styles.ts';

/**
 * The innermost element with this text: with exactly this text, else in any case, else the one whose text or label
 * contains it. Among several the first one counts. In quotation marks, only exactly this text.
 */
export function findByText(wanted: string, from: ParentNode): Element | null {
  const [, quoted] = /^(["'])(.*)\1$/.exec(wanted.trim())?.slice(1) ?? [];
  const text = oneLine(quoted ?? wanted, 1_000);
  if (text === '') return null;
  const found = new Matches(text, quoted !== undefined);
  if (from instanceof Element) found.visit(from);
  else for (const child of from.children) found.visit(child);
  return found.best;
}

const silentTags = new Set(['script', 'style', 'template', 'noscript', 'head']);
/** In the order in which they count. */
const comparisons: readonly ((text: string, wanted: string) => boolean)[] = [
  (text, wanted) => text === wanted,
  (text, wanted) => text.toLowerCase() === wanted.toLowerCase(),
  (text, wanted) => text.toLowerCase().includes(wanted.toLowerCase()),
];

class Matches {
  readonly #wanted: string;
  readonly #comparisons: typeof comparisons;
  /** The first match of each comparison. */
  readonly #first: (Element | undefined)[] = [];

  constructor(wanted: string, isExact: boolean) {
    this.#wanted = wanted;
    this.#comparisons = isExact ? comparisons.slice(0, 1) : comparisons;
  }

  get best(): Element | null {
    return this.#first.find((element) => element !== undefined) ?? null;
  }

  /** Returns the text of the element. Children come first, so that the innermost match is kept. */
  visit(element: Element): string {
    if (silentTags.has(element.localName) || !isDrawn(element) || isCutAway(element)) return '';
    let text = '';
    for (const child of renderedChildren(element)) {
      if (isText(child)) text += isVisible(element) ? child.data : '';
      else text += ` ${this.visit(child)} `;
    }
    const read = oneLine(text, 10_000);
    // What has no box cannot be pressed: what contains it has the same text.
    if (!hasNoBox(element)) for (const line of [read, ...spokenTexts(element)]) this.#note(element, line);
    return read;
  }

  #note(element: Element, text: string): void {
    // A part of a key that finds its element would tell the next letter.
    const seen = maskText(text);
    if (seen === '') return;
    for (const [rank, isMatch] of this.#comparisons.entries()) {
      if (this.#first[rank] === undefined && isMatch(seen, this.#wanted)) this.#first[rank] = element;
    }
  }
}

/** Text that is drawn without being content, and labels of what has an icon only. */
function spokenTexts(element: Element): string[] {
  const isButton =
    element instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(element.type);
  const labels = ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name));
  return [...labels, isButton ? element.value : null].flatMap((label) =>
    label === null ? [] : [oneLine(label, 1_000)],
  );
}
