/**
 * Elements that react to being pressed. A script cannot see listeners, so the driver tells which elements have one;
 * handlers that a framework keeps to itself are seen in the page's own world, which is asked.
 */

/** Elements with listeners, by the driver's numbers for them. */
export interface Listening {
  readonly press: readonly number[];
  readonly drop: readonly number[];
}

/** By the driver's numbers for them. */
const listening = new Map<number, WeakRef<Element>>();

export function noteListening(ids: readonly number[], nodes: readonly unknown[]): void {
  for (const [index, id] of ids.entries()) {
    const node = nodes[index];
    // Listeners of the document say nothing about an element.
    if (node instanceof Element) listening.set(id, new WeakRef(node));
  }
}

export function elementsListening(ids: readonly number[]): Element[] {
  return ids.flatMap((id) => listening.get(id)?.deref() ?? []);
}

const questions = document.createElement('div');

/** The driver lets `answerAboutHandlers` of main-world.ts listen on it. Nothing in the page can reach it. */
export const questionNode = (): Element => questions;

/** More elements than this are not asked about: the answer would take longer than it is worth. */
const mostElements = 20_000;

/** The elements for which a framework has a handler; none when nothing answers. */
export function elementsWithHandlers(elements: readonly Element[]): ReadonlySet<Element> {
  const asked = elements.slice(0, mostElements);
  questions.removeAttribute('answer');
  questions.dispatchEvent(new InputEvent('ask', { targetRanges: rangesOf(asked) }));
  const answer = questions.getAttribute('answer') ?? '';
  const found = answer === '' ? [] : answer.split(',').map((index) => asked[Number(index)]);
  return new Set(found.filter((element) => element !== undefined));
}

/** A range names two nodes, so half as many are needed. */
function rangesOf(elements: readonly Element[]): StaticRange[] {
  const ranges: StaticRange[] = [];
  for (let index = 0; index < elements.length; index += 2) {
    const startContainer = elements[index];
    if (startContainer === undefined) break;
    const endContainer = elements[index + 1] ?? startContainer;
    ranges.push(new StaticRange({ startContainer, startOffset: 0, endContainer, endOffset: 0 }));
  }
  return ranges;
}
