/** Traces of blocks whose text is in the file as it is shown. A code block of a thousand lines needs no parser. */
import type { Token } from 'markdown-it';

import { htmlText } from '../html-text.ts';
import { linesOf } from '../lines.ts';

import { createTrace, type Trace, type TraceBuilder } from './trace.ts';

/** Code, math and front matter: whole lines without their indentation; `null` when the source has them differently. */
export function copiedLines({ content, type }: Token, source: string): Trace | null {
  const trace = createTrace();
  const lines = linesOf(source);
  const shown = content.split('\n');
  // After the last line ending there is no further line.
  const count = shown.at(-1) === '' ? shown.length - 1 : shown.length;
  const skipped = type === 'code_block' ? 0 : 1;
  for (let index = 0; index < count; index += 1) {
    const { start, end } = lines.rangeOf(index + skipped);
    const line = shown[index] ?? '';
    if (index + skipped >= lines.count || !source.slice(start, end).endsWith(line)) return null;
    trace.copy(line, end - line.length);
    if (index + 1 < shown.length)
      trace.replace('\n', end, Math.max(end, lines.rangeOf(index + skipped + 1).start));
  }
  return trace.done();
}

export function shownHtml(source: string): Trace {
  const html = createTrace();
  const lines = linesOf(source);
  for (let line = 0; line < lines.count; line += 1) {
    const { start, end } = lines.rangeOf(line);
    html.copy(source.slice(start, end), start);
    if (line + 1 < lines.count) html.replace('\n', end, lines.rangeOf(line + 1).start);
  }
  const trace = createTrace();
  addHtml(trace, html.done());
  return trace.done();
}

/** Adds the text content of traced HTML. */
export function addHtml(trace: TraceBuilder, html: Trace): void {
  for (const { text, start, end } of htmlText(html.text)) {
    const isDecoded = text !== html.text.slice(start, end);
    if (isDecoded) trace.replace(text, html.starts[start] ?? 0, html.ends[end - 1] ?? 0);
    else
      for (let at = start; at < end; at += 1)
        trace.replace(html.text.charAt(at), html.starts[at] ?? 0, html.ends[at] ?? 0);
  }
}
