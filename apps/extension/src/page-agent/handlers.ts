/** Asks the page's own world which elements have handlers. Listeners are not visible to scripts, nor in this world. */

const questions = document.createElement('div');

/** The driver lets `answerAboutHandlers` of main-world.ts listen on it. Nothing in the page can reach it. */
export const questionNode = (): Element => questions;

/** More elements than this are not asked about: the answer would take longer than it is worth. */
const mostElements = 20_000;

/** The elements that react to being pressed; none when nothing answers. */
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
