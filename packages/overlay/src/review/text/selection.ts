/** What is selected in the page, as it is and described. */
import { describeAnchor, type SourceLocation } from '@annotate-mcp/core';

import { domPath } from '../../inspectors/dom.ts';
import type { Inspection } from '../../inspectors/inspection.ts';
import type { SelectedText } from '../../state/state.ts';
import type { View } from '../../window/frames.ts';

import type { PageText } from './page-text.ts';

/** `null` when nothing is. What is selected in a field is not: a field's text is in a tree of the browser's own. */
export function selectedRange(view: View, roots: readonly ShadowRoot[]): AbstractRange | null {
  const selection = view.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  // Without it, a selection inside of a shadow root looks as if it were at its host.
  const range =
    'getComposedRanges' in selection
      ? selection.getComposedRanges({ shadowRoots: [...roots] })[0]
      : (selection as Selection).getRangeAt(0);
  return range === undefined || range.collapsed ? null : range;
}

export function isSameRange(left: AbstractRange | null, right: AbstractRange | null): boolean {
  return (
    left?.startContainer === right?.startContainer &&
    left?.startOffset === right?.startOffset &&
    left?.endContainer === right?.endContainer &&
    left?.endOffset === right?.endOffset
  );
}

/** As much as the hub takes. */
export const longestQuote = 50_000;
const longestSelector = 2_000;

/** `null` when there is no text of the page in it. */
export async function describeSelection(
  range: AbstractRange,
  page: PageText,
  inspection: Inspection,
): Promise<SelectedText | null> {
  const span = page.spanOf(range);
  if (span === null) return null;
  const anchor = describeAnchor(page.text, span.start, span.end);
  const ranges = page.rangesOf(anchor);
  const block = ranges[0] && elementOf(ranges[0].commonAncestorContainer);
  if (!block) return null;
  const pageUrl = location.href;
  const pageTitle = document.title;
  const selector = domPath(block);
  const sourceLocation = await sourceOf(ranges, inspection);
  return {
    anchor,
    pageUrl,
    pageTitle,
    ...(selector.length <= longestSelector && { selector }),
    ...(sourceLocation !== null && { sourceLocation }),
    ranges,
  };
}

/** Where its first words are written; `null` when that is not known, or not soon. */
export async function sourceOf(
  ranges: readonly Range[],
  inspection: Inspection,
): Promise<SourceLocation | null> {
  const first = ranges[0]?.startContainer.parentElement;
  return first ? inTime(inspection.locate(first, 0)) : null;
}

// Nobody waits for a source map to write a comment.
const patienceMs = 300;

async function inTime(asked: Promise<SourceLocation | null>): Promise<SourceLocation | null> {
  const unknown = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  return Promise.race([asked.catch(() => null), unknown]);
}

function elementOf(node: Node): Element | null {
  return node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
}
