/** Annotations of a page's text, as if a person had selected it there. */
import { describeAnchor } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { $, drag } from '../../../picking/testing/input.ts';
import { readPageText } from '../page-text.ts';
import type { HighlightedText, Painter } from '../painter.ts';
import type { TextOnPage } from '../place-texts.ts';

/** Everything that text can be in. */
export const article = `<main style="margin:40px;font:16px/1.5 sans-serif"><h1>Coffee</h1>
<p id="a">Our coffee is <b>roasted</b> every Monday in a small shop.</p>
<p id="b">We deliver to every house in town.</p>
<ul><li id="peru">Beans from Peru</li><li id="kenya">Beans from Kenya</li></ul>
<table><tbody><tr><td id="cell">Espresso</td><td>2.10</td></tr></tbody></table>
<pre id="code">const cup = fill(
  'espresso',
);</pre>
<p id="linked">See <a href="#linked">the list of beans</a> we have.</p>
<p id="editable" contenteditable>A field to type in</p>
<label>Name <input id="field" value="Ann Example"></label>
<div style="height:3000px"></div></main>`;

/** About the first `quote` of the page, or its `nth`. */
export function annotate(quote: string, { nth = 0, id = uuidOf(1) } = {}): TextOnPage {
  const { text } = readPageText(document);
  let start = -1;
  for (let found = 0; found <= nth; found++) start = text.indexOf(quote, start + 1);
  if (start === -1) throw new Error(`"${quote}" is not on the page: ${text}`);
  return textAnnotation(describeAnchor(text, start, start + quote.length), id);
}

export function textAnnotation(anchor: TextOnPage['anchor'], id = uuidOf(1)): TextOnPage {
  const sample = sampleAnnotation({ id, kind: 'text' });
  return { ...sample, kind: 'text', anchor, pageUrl: location.href } as TextOnPage;
}

/** A painter that records what it was asked to draw. */
export function paper(): Painter & { list: readonly HighlightedText[]; drawn: (id?: string) => string[] } {
  const made = {
    list: [] as readonly HighlightedText[],
    show: (list: readonly HighlightedText[]) => {
      made.list = list;
    },
    emphasise: () => undefined,
    close: () => undefined,
    drawn: (id = uuidOf(1)) =>
      made.list.filter((one) => one.id === id).flatMap(({ ranges }) => ranges.map(String)),
  };
  return made;
}

/** The position of a character on the screen. */
export function at(selector: string, offset: number): [number, number] {
  const walker = document.createTreeWalker($(selector), NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (left < node.length) return positionIn(node, left);
    left -= node.length;
  }
  throw new Error(`${selector} has less than ${offset} characters`);
}

/** The position of a character of this text node. */
export function positionIn(text: Node, offset: number): [number, number] {
  const range = new Range();
  range.setStart(text, offset);
  range.setEnd(text, offset + 1);
  const { left, top, height } = range.getBoundingClientRect();
  return [left + 0.5, top + height / 2];
}

/** With the mouse, from one character to another. */
export async function select(from: [string, number], to: [string, number]): Promise<void> {
  await drag(at(...from), at(...to));
}

/** The texts that are highlighted as those of annotations with this status. */
export function drawn(status: string): string[] {
  return [...(CSS.highlights.get(`nga-${status}`) ?? [])].map((range) => (range as Range).toString());
}
