/** Reads and describes the selection in the page. */
import { createFingerprints, describeAnchor, type SourceLocation } from '@annotate-mcp/core';

import { domPath } from '../../inspectors/dom.ts';
import type { Inspection } from '../../inspectors/inspection.ts';
import type { SelectedText } from '../../state/state.ts';
import type { PageWindow } from '../../window/frames.ts';

import type { PageText } from './page-text.ts';

/** `null` when nothing is selected. A selection in a field does not count: its text is not in the page's DOM. */
export function selectedRange(pageWindow: PageWindow, roots: readonly ShadowRoot[]): AbstractRange | null {
  const selection = pageWindow.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  // Without composed ranges, a selection inside a shadow root is reported at its host.
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

/** The hub's limit. */
export const maxQuoteLength = 50_000;
const maxSelectorLength = 2_000;

/** `null` when the range contains no text of the page. */
export async function describeSelection(
  range: AbstractRange,
  page: PageText,
  inspection: Inspection,
): Promise<SelectedText | null> {
  const span = page.spanOf(range);
  if (span === null) return null;
  const passage = describeAnchor(page.text, span.start, span.end);
  const anchor = { ...passage, fingerprint: createFingerprints(page.text)(passage) };
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
    ...(selector.length <= maxSelectorLength && { selector }),
    ...(sourceLocation !== null && { sourceLocation }),
    ranges,
  };
}

/** The source location of the first word; `null` when it is unknown or takes too long. */
export async function sourceOf(
  ranges: readonly Range[],
  inspection: Inspection,
): Promise<SourceLocation | null> {
  const first = ranges[0]?.startContainer.parentElement;
  return first ? withTimeout(locateText(first, inspection)) : null;
}

/** The location of the element with the text; words inside of a line are written where the line is. */
async function locateText(element: Element, inspection: Inspection): Promise<SourceLocation | null> {
  const { source } = await inspection.locate(element);
  const around = element.parentElement;
  if (source !== null || around === null || !element.matches(phrasing)) return source;
  return locateText(around, inspection);
}

const phrasing = 'a,abbr,b,cite,code,del,em,i,ins,kbd,mark,q,s,samp,small,span,strong,sub,sup,time,u,var';

// The composer opens without a source location if the source map takes longer.
const timeoutMs = 300;

async function withTimeout(asked: Promise<SourceLocation | null>): Promise<SourceLocation | null> {
  const unknown = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs));
  return Promise.race([asked.catch(() => null), unknown]);
}

function elementOf(node: Node): Element | null {
  return node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
}
