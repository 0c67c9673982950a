/** Text on a page as a reader meets it: selecting it with the mouse, and reading what is highlighted. */
import { expect, type Frame, type Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

interface TextEnds {
  start: Point;
  end: Point;
}

/** The text as it is shown, and in which element to look for it. Any run of blanks counts as one. */
interface ShownText {
  text: string;
  within?: string;
}

/** Finds the first occurrence and scrolls it into view. A frame must fill its page: both have the same coordinates. */
export async function findText(frame: Frame, shown: ShownText): Promise<TextEnds> {
  return frame.evaluate(locateText, shown);
}

/** Selects the first occurrence of the text by dragging over it. */
export async function selectText(page: Page, frame: Frame, shown: ShownText): Promise<void> {
  const { start, end } = await findText(frame, shown);
  await pointAt(page, frame, start);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, end.y, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
}

/** Chrome gives the pointer to the page around a frame until it has drawn the frame in its new place or size. */
async function pointAt(page: Page, frame: Frame, { x, y }: Point): Promise<void> {
  await frame.evaluate((key) => {
    Reflect.set(window, key, false);
    window.addEventListener('pointermove', () => Reflect.set(window, key, true), {
      capture: true,
      once: true,
    });
  }, pointerKey);
  const hasArrived = async () => {
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    return frame.evaluate((key): unknown => Reflect.get(window, key), pointerKey);
  };
  await expect.poll(hasArrived).toBe(true);
}

const pointerKey = 'annotatePointerHasArrived';

/** The texts that are highlighted, each once, with single blanks. */
export async function readHighlights(frame: Frame, except?: string): Promise<string[]> {
  return frame.evaluate((ignored) => {
    const texts = new Set<string>();
    CSS.highlights.forEach((highlight, name) => {
      if (name === ignored) return;
      highlight.forEach(({ startContainer, startOffset, endContainer, endOffset }) => {
        const range = document.createRange();
        range.setStart(startContainer, startOffset);
        range.setEnd(endContainer, endOffset);
        texts.add(range.toString().replace(/\s+/g, ' ').trim());
      });
    });
    return [...texts];
  }, except);
}

/** Runs in the page. */
function locateText({ text: wanted, within = 'body' }: ShownText): TextEnds {
  const letters: { node: Text; offset: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(
    document.querySelector(within) ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text;
    for (let offset = 0; offset < data.length; offset++) {
      const letter = /\s/.test(data[offset] ?? '') ? ' ' : (data[offset] ?? '');
      if (letter === ' ' && text.endsWith(' ')) continue;
      text += letter;
      letters.push({ node: node as Text, offset });
    }
  }
  const index = text.indexOf(wanted);
  const first = letters[index];
  const last = letters[index + wanted.length - 1];
  if (index === -1 || first === undefined || last === undefined)
    throw new Error(`The page does not show "${wanted}".`);
  first.node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxOf = ({ node, offset }: { node: Text; offset: number }) => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  const [a, b] = [boxOf(first), boxOf(last)];
  return {
    start: { x: a.left + 1, y: a.top + a.height / 2 },
    end: { x: b.left + b.width * 0.75, y: b.top + b.height / 2 },
  };
}
