import { footnoteLabelsIn, usedDefinitions } from '../definitions.ts';

import { copiedLines, shownHtml } from './direct-trace.ts';
import { byWords, matched } from './matched.ts';
import { traceOf } from './micromark-trace.ts';
import type { Segment } from './segments.ts';
import type { Trace } from './trace.ts';

/** micromark needs seconds for longer or deeper segments, which people do not write. In characters and levels. */
const longest = 100_000;
const deepest = 40;

/** The origin of each character that a segment shows; offsets count from the start of the segment. */
export function traceSegment(segment: Segment, source: string, definitions: string): Trace {
  const { shown, context, tokens } = segment;
  const own = source.slice(segment.start, segment.end);
  const [first] = tokens;
  if (shown === '' || first === undefined) return { text: '', starts: [], ends: [] };
  const direct =
    first.type === 'html_block' ? shownHtml(own) : first.nesting === 0 ? copiedLines(first, own) : null;
  if (direct?.text === shown) return direct;
  if (own.length > longest || tokens.some(({ level }) => level > deepest)) return byWords(shown, own);
  const used = usedDefinitions(definitions, own);
  const trace = traceOf(context + own, used, footnoteLabelsIn(definitions));
  return matched(shown, own, cutStart(trace, context.length));
}

function cutStart({ text, starts, ends }: Trace, length: number): Trace {
  if (length === 0) return { text, starts, ends };
  const from = starts.findIndex((start) => start >= length);
  const cut = from === -1 ? starts.length : from;
  const back = (offsets: readonly number[]) => offsets.slice(cut).map((offset) => offset - length);
  return { text: text.slice(cut), starts: back(starts), ends: back(ends) };
}
