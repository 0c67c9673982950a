/**
 * Traces: where in the source each character of a shown text comes from. Those that a parser has to read are made in
 * micromark-trace.ts.
 */
import { diffChars } from 'diff';
import type { Token } from 'markdown-it';

import type { TextRange } from '@annotate-mcp/core';

import { linesOf } from '../lines.ts';
import { htmlText } from '../shown-text.ts';

/** Rendered text, and for each of its UTF-16 units where in the source it comes from. */
export interface Trace {
  readonly text: string;
  /** Ascending; `ends[i] === starts[i]` where a unit has no source of its own. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface TraceBuilder {
  /** Text that the source holds letter by letter from `start` on. */
  copy(text: string, start: number): void;
  /** Text that stands for all of `source[start, end)`, such as a character reference. */
  replace(text: string, start: number, end: number): void;
  readonly length: number;
  /** The last piece of text. */
  readonly last: string;
  done(): Trace;
}

export function createTrace(): TraceBuilder {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    copy: (text, start) => {
      pieces.push(text);
      for (let at = 0; at < text.length; at += 1) {
        starts.push(start + at);
        ends.push(start + at + 1);
      }
    },
    replace: (text, start, end) => {
      pieces.push(text);
      for (let left = text.length; left > 0; left -= 1) {
        starts.push(start);
        ends.push(end);
      }
    },
    get length() {
      return starts.length;
    },
    get last() {
      return pieces.at(-1) ?? '';
    },
    done: () => ({ text: pieces.join(''), starts, ends }),
  };
}

/**
 * Code, math and front matter are in the file as they are shown, so that a block of a thousand lines needs no parser: whole
 * lines without their indentation; `null` when the source has them differently.
 */
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

/** A diff with more edits than this is not worth its time. */
const mostEdits = 400;

/**
 * The trace of the text that is really shown. The two parsers agree on nearly every block; where they do not, text that
 * they have in common keeps its trace, and the rest is searched for word by word in between.
 */
export function matched(shown: string, source: string, trace: Trace): Trace {
  if (trace.text === shown) return trace;
  const changes = diffChars(trace.text, shown, { maxEditLength: mostEdits });
  if (changes === undefined) return byWords(shown, source);
  const result = createTrace();
  let at = 0;
  let last = 0;
  let missing = '';
  const find = (limit: number) => {
    addWords(result, missing, source, { start: last, end: limit });
    missing = '';
  };
  for (const { value, added, removed } of changes) {
    if (added) missing += value;
    else if (removed) at += value.length;
    else {
      find(trace.starts[at] ?? source.length);
      for (const unit of value.split('')) {
        result.replace(unit, trace.starts[at] ?? last, trace.ends[at] ?? last);
        last = trace.ends[at] ?? last;
        at += 1;
      }
    }
  }
  find(source.length);
  return result.done();
}

/** Traces each word to its next occurrence in the source. Correct for most words, however the parsers read the text. */
export function byWords(shown: string, source: string): Trace {
  const result = createTrace();
  addWords(result, shown, source, { start: 0, end: source.length });
  return result.done();
}

/** In characters: how far after the previous word a word is searched for, so that a missing word does not match far away. */
const farthest = 1_000;

function addWords(result: TraceBuilder, shown: string, source: string, { start, end }: TextRange): void {
  let last = start;
  for (const [word] of shown.matchAll(/\s+|\S+/g)) {
    const found = /\s/.test(word) ? -1 : source.slice(last, Math.min(end, last + farthest)).indexOf(word);
    if (found === -1) result.replace(word, last, last);
    else {
      result.copy(word, last + found);
      last += found + word.length;
    }
  }
}
