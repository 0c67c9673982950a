/** Turns what the person pointed at and wrote into what the hub stores. Pure: the page's facts arrive as arguments. */
import type { BoundingBox, ComponentTarget, PagePayload, PageTarget } from '@annotate-mcp/core';

import { boxOfPicked, boxOfRanges } from './picking/picked-box.ts';
import type { Picked, Subject } from './state/state.ts';

export interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scroll: { readonly x: number; readonly y: number };
}

export interface Written {
  readonly id: string;
  readonly text: string;
  readonly consoleErrors?: readonly string[];
}

export function composePayload(subject: Subject, written: Written, page: PageFacts): PagePayload {
  return {
    ...placeOfSubject(subject, page),
    id: written.id,
    annotationText: written.text.trim(),
    ...(written.consoleErrors !== undefined && { consoleErrors: [...written.consoleErrors] }),
  };
}

/** Where it is, without what was said about it. */
export function placeOfSubject(subject: Subject, page: PageFacts): PageTarget {
  const where = { pageUrl: page.url, pageTitle: page.title.slice(0, 2_000), viewport: { ...page.viewport } };
  if (subject.kind === 'page') return { kind: 'page', ...where };
  if (subject.kind === 'text') {
    const { ranges, ...text } = subject.text;
    const box = boxOfRanges(ranges);
    const pageTitle = text.pageTitle.slice(0, 2_000);
    return { kind: 'text', ...where, ...text, pageTitle, ...(box && { boundingBox: onPage(box, page) }) };
  }
  const { picked, selectionText } = subject;
  const [first] = picked;
  const common = {
    ...where,
    boundingBox: onPage(boxOfPicked(first), page),
    ...(selectionText !== undefined && { selectionText }),
  };
  if (picked.length === 1 && first.target.kind === 'element') return { ...first.target, ...common };
  const [target, ...targets] = [asComponentTarget(first), ...picked.slice(1).map(asComponentTarget)];
  return { kind: 'component', ...target, ...common, ...(targets.length > 0 && { targets }) };
}

/** An element without a component, gathered beside components: the fields of one, and `unknown` for its name. */
function asComponentTarget({ target }: Picked): ComponentTarget {
  if (target.kind === 'component') {
    const { kind, ...component } = target;
    return component;
  }
  const { selector, description, domSnapshot = '', sourceLocation } = target;
  return {
    componentName: 'unknown',
    selector,
    componentFilePath: sourceLocation?.file ?? `(unresolved: ${description.slice(0, 200)})`,
    ...(sourceLocation !== undefined && { sourceLocation }),
    inputs: {},
    domSnapshot,
    componentTreePath: [],
    domPath: selector,
  };
}

function onPage({ x, y, width, height }: BoundingBox, { scroll }: PageFacts): BoundingBox {
  return { x: x + scroll.x, y: y + scroll.y, width, height };
}
