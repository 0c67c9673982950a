import { diffChars } from 'diff';

import type { TextRange } from '@annotate-mcp/core';

import { createTrace, type Trace, type TraceBuilder } from './trace.ts';

/** Beyond it a comparison costs more than it says. */
const mostEdits = 400;

/**
 * The trace of what is really shown. The two parsers agree on nearly every block; where they do not, what they have in
 * common keeps its place, and the rest is looked for word by word between.
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

/** Each word where it comes next in the source. Right for most of them, whatever the parsers make of the text. */
export function byWords(shown: string, source: string): Trace {
  const result = createTrace();
  addWords(result, shown, source, { start: 0, end: source.length });
  return result.done();
}

/** How far a word may lie behind the one before it, so that one that is not there does not lead astray. */
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
