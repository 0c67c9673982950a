import type { FaultCode } from '@annotate-mcp/browser-protocol';
import type { PageTarget } from '@annotate-mcp/core';
import { findElement, elementReferenceOf } from '@annotate-mcp/overlay/find';
/** Finds the element that a command is about, within one document. */
import {
  isDrawn,
  nameOf,
  oneLine,
  queryDeep,
  renderedChildren,
  roleOf,
  shadowRootOf,
} from '@annotate-mcp/page-facts/elements';

import { findByText } from './find-by-text.ts';
import { resolveRef } from './refs.ts';

/** A target within one document; a ref is without its frame. */
export type LocalTarget =
  | { readonly by: 'ref'; readonly ref: string }
  | { readonly by: 'selector'; readonly selector: string }
  | { readonly by: 'annotation'; readonly annotationId: string; readonly place: PageTarget }
  | { readonly by: 'focus' };

export type Located =
  | { readonly element: Element }
  /** The target is in this frame. */
  | { readonly frame: Element; readonly next: LocalTarget }
  | { readonly fault: Fault };

export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint: string;
  /** The problem may go away without a new command, so the driver tries again. */
  readonly temporary: boolean;
}

export function locate(target: LocalTarget): Located {
  switch (target.by) {
    case 'ref':
      return locateRef(target.ref);
    case 'selector':
      return locateSelector(target.selector);
    case 'annotation':
      return locateAnnotation(target.annotationId, target.place);
    case 'focus':
      return locateFocus();
  }
}

function locateRef(ref: string): Located {
  const resolved = resolveRef(ref);
  if ('element' in resolved) return resolved;
  const { problem: message } = resolved;
  const hint = 'Take a new snapshot with browser_get_accessibility_tree and use a ref from it.';
  return { fault: { code: 'target/stale', message, hint, temporary: false } };
}

const enterSeparator = ' >>> ';

function locateSelector(selector: string): Located {
  const [first = '', ...rest] = selector.split(enterSeparator);
  let found: Element | null;
  try {
    found = firstVisible(first.trim(), document);
    while (rest.length > 0 && found !== null) {
      if (isFrame(found))
        return { frame: found, next: { by: 'selector', selector: rest.join(enterSeparator) } };
      found = firstVisible(rest.shift()?.trim() ?? '', shadowRootOf(found) ?? found);
    }
  } catch {
    const message = `${JSON.stringify(selector)} is not a CSS selector.`;
    const hint =
      'Correct it; " >>> " enters a shadow root or a frame, and text=Save finds a text. A ref from a snapshot needs no selector.';
    return { fault: { code: 'target/none', message, hint, temporary: false } };
  }
  if (found !== null) return { element: found };
  const message = `Nothing on the page matches ${JSON.stringify(selector)}.`;
  const hint = 'Look at the page with browser_get_accessibility_tree, or wait for it with browser_wait_for.';
  return { fault: { code: 'target/none', message, hint, temporary: true } };
}

function firstVisible(selector: string, from: ParentNode): Element | null {
  const [, text] = /^text=(.*)$/s.exec(selector) ?? [];
  if (text !== undefined) return findByText(text, from);
  const matches = [...from.querySelectorAll(selector)];
  return matches.find((element) => isDrawn(element)) ?? matches[0] ?? queryDeep(selector, from);
}

function locateAnnotation(id: string, place: PageTarget): Located {
  const at = elementReferenceOf(place);
  const element = at === null ? document.body : findElement(at, document);
  if (element !== null) return { element };
  const message = `The target of annotation ${id} is not on the page now.`;
  const hint = 'Open what it was in (a route, a dialog, a tab), or take a snapshot of the page instead.';
  return { fault: { code: 'annotation/gone', message, hint, temporary: true } };
}

function locateFocus(): Located {
  const element = focused();
  return isFrame(element) ? { frame: element, next: { by: 'focus' } } : { element };
}

/** The element with the focus whose page gets the keys; `null` if there is none. */
export function focusedFrame(): Element | null {
  const element = focused();
  return mayContainPage(element) ? element : null;
}

function focused(): Element {
  let active = document.activeElement;
  while (active !== null) {
    const inner: Element | null = shadowRootOf(active)?.activeElement ?? null;
    if (inner === null) break;
    active = inner;
  }
  return active ?? document.body;
}

function isFrame(element: Element): boolean {
  return element.localName === 'iframe' || element.localName === 'frame';
}

/** The element shows a page of its own, or may do so: the driver knows which of them do. */
export function mayContainPage(element: Element): boolean {
  return pageElements.has(element.localName);
}

const pageElements = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe', 'portal']);

/** For messages: `button "Save"`. An element without a role is described by its tag and its first words. */
export function describeElement(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role);
  if (role !== null) return name === '' ? role : `${role} ${JSON.stringify(oneLine(name, 80))}`;
  const id = element.id === '' ? '' : `#${element.id}`;
  const [className] = element.classList;
  const text = oneLine(textOf(element), 60);
  const tag = `<${element.localName}${id}${className === undefined ? '' : `.${className}`}>`;
  return text === '' ? tag : `${tag} ${JSON.stringify(text)}`;
}

function textOf(element: Element): string {
  let text = '';
  const visit = (node: Node): void => {
    if (text.length > 200) return;
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !['script', 'style'].includes(node.localName)) {
      for (const child of renderedChildren(node)) visit(child);
      text += ' ';
    }
  };
  visit(element);
  return text;
}
