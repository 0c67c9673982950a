/** Functions that run in the page. Only types may be imported, because each function is sent as source text. */
import type { describeAnchor, TextAnchor, TextRange } from '@annotate-mcp/core';

/** A Markdown text with its target between two marks. */
export interface Marked {
  readonly plain: string;
  /** `null`: the target is deleted. */
  readonly marked: string | null;
}

export interface Question {
  readonly before: Marked;
  readonly after: Marked;
}

export interface Answer {
  readonly expected: TextRange | null;
  /** `null`: not placed. */
  readonly fresh: TextRange | null;
  readonly following: TextRange | null;
  readonly readMs: number;
  readonly placeMs: number;
}

interface PageText {
  readonly text: string;
  rangesOf(span: TextRange): Range[];
}
type Place = ({ readonly state: 'placed' } & TextRange) | { readonly state: 'orphaned' };

declare global {
  var __texts: {
    readonly describeAnchor: typeof describeAnchor;
    readonly MarkdownIt: new (options: { html: boolean }) => { render(text: string): string };
    readonly readPageText: (document: Document) => PageText;
    readonly createTextPlacements: (
      document: Document,
      seen: { recall: () => ReadonlyMap<string, never>; remember: () => void },
    ) => { update(annotations: readonly object[]): unknown; rangesOf(id: string): readonly Range[] };
    readonly createPlacer: (
      text: string,
    ) => (annotation: { anchor: TextAnchor }, seen?: TextRange & { text: string }) => Place;
  };
}

/** `null` where the marks would change the rendered text, so that the target cannot be found. */
export function ask({ before, after }: Question): Answer | null {
  const { describeAnchor, MarkdownIt, readPageText, createPlacer } = globalThis.__texts;
  const markdown = new MarkdownIt({ html: true });
  const marks = /[\uE000\uE001]/g;

  const show = (html: string) => {
    document.body.innerHTML = html;
    return readPageText(document).text;
  };
  /** Leaves the page as it is without marks. */
  const showWithSpan = ({ plain, marked }: Marked) => {
    const html = markdown.render(plain);
    const markedHtml = marked === null ? html : markdown.render(marked);
    const markedText = show(markedHtml);
    const text = marked === null ? markedText : show(html);
    const span = { start: markedText.indexOf('\uE000'), end: markedText.indexOf('\uE001') - 1 };
    const isSame = markedHtml.replace(marks, '') === html && markedText.replace(marks, '') === text;
    return { text, span, isKnown: marked === null || (isSame && 0 <= span.start && span.start < span.end) };
  };

  const seen = showWithSpan(before);
  if (!seen.isKnown) return null;
  const edited = showWithSpan(after);
  if (!edited.isKnown) return null;
  const expected = after.marked === null ? null : edited.span;
  const anchor = describeAnchor(seen.text, seen.span.start, seen.span.end);
  const began = performance.now();
  const page = readPageText(document);
  const read = performance.now();
  const following = createPlacer(page.text)(
    { anchor },
    { text: seen.text, start: anchor.start, end: anchor.end },
  );
  const placed = performance.now();
  const fresh = createPlacer(page.text)({ anchor });
  const spanIn = (place: Place) => {
    if (place.state === 'orphaned') return null;
    // All the way to the DOM and not only to an offset.
    const { start, end } = place;
    return page.rangesOf(place).length > 0 ? { start, end } : null;
  };
  return {
    expected,
    fresh: spanIn(fresh),
    following: spanIn(following),
    readMs: read - began,
    placeMs: placed - read,
  };
}
