import { diffChars } from 'diff';

import type { TextRange } from '@annotate-mcp/core';

import { createTrace, type Trace, type TraceBuilder } from './trace.ts';

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
