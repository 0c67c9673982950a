import type { SiteField, SiteFormat } from '@annotate-mcp/browser-protocol';
/** Carries out a site's format: data from the server, read in this world, never code. */
import { isDrawn, oneLine } from '@annotate-mcp/page-facts/elements';

import { refOf } from './refs.ts';
import { isMasked, maskText } from './secrets.ts';
import { valueOf } from './semantics.ts';

export type FormattedPage =
  /** `rest` are selectors of elements that follow in the usual form. */
  | { readonly text: string; readonly rest: readonly string[] }
  /** Why the page does not fit the format. */
  | { readonly problem: string };

const mostItems = 1_000;
const mostMatches = 20;
/** What covers the page is shown with every format: nothing else can be used before it is closed. */
const dialogs = 'dialog[open], [aria-modal="true"], [role="alertdialog"]';

export function formatPage({ heading = [], items, rest = [] }: SiteFormat): FormattedPage {
  try {
    const head = partsOf(heading, document.documentElement);
    if ('missing' in head) return { problem: `nothing matches ${quote(head.missing)}` };
    const body = items === undefined ? { lines: [] } : linesOf(items);
    if ('problem' in body) return body;
    const shown = [...rest, dialogs].filter((selector) => visible(document, selector).length > 0);
    const text = [...head.texts, ...body.lines].join('\n');
    return text === '' && shown.length === 0 ? { problem: 'no part of it matches' } : { text, rest: shown };
  } catch (error) {
    // A selector may be wrong in a project's own format.
    return { problem: error instanceof Error ? oneLine(error.message, 300) : 'it cannot be read' };
  }
}

function linesOf({
  selector,
  fields,
  optional = false,
}: NonNullable<SiteFormat['items']>): { lines: string[] } | { problem: string } {
  const all = visible(document, selector);
  const found = all.slice(0, mostItems);
  if (found.length === 0) return optional ? { lines: [] } : { problem: `nothing matches ${quote(selector)}` };
  const parts = found.map((item) => partsOf(fields, item));
  const complete = parts.flatMap((part) =>
    'texts' in part && part.texts.length > 0 ? [joined(part.texts)] : [],
  );
  // A few advertisements may lack a part; if most items do, the site has changed.
  if (complete.length * 2 < found.length) {
    const missing = parts.flatMap((part) => ('missing' in part ? [part.missing] : []))[0] ?? '';
    return {
      problem: `${found.length - complete.length} of ${found.length} items have no ${quote(missing)}`,
    };
  }
  const lines = complete.map((line, index) => `${index + 1}. ${line}`);
  return {
    lines: all.length > found.length ? [...lines, `(${found.length} of ${all.length} items)`] : lines,
  };
}

/** A text with lines of its own begins on a new line. */
function joined(texts: readonly string[]): string {
  return texts.reduce((line, text) => `${line}${text.startsWith('\n') ? '' : ' · '}${text}`);
}

/** The texts of the fields, or the selector of the required one that is missing. */
function partsOf(fields: readonly SiteField[], item: Element): { texts: string[] } | { missing: string } {
  const texts: string[] = [];
  for (const field of fields) {
    const text = textOf(field, item);
    if (text !== '') texts.push(text);
    else if (field.required === true) return { missing: field.selector };
  }
  return { texts };
}

function textOf(field: SiteField, item: Element): string {
  const { label, selector, ref = false, all = false } = field;
  const matches = selector === '' ? [item] : visible(item, selector);
  const texts: string[] = [];
  for (const element of matches) {
    const text = shortText(element, field);
    if (text !== '') texts.push(ref ? `${text} [${refOf(element)}]` : text);
    if (texts.length === (all ? mostMatches : 1)) break;
  }
  if (texts.length === 0) return '';
  const listed = texts.join(', ');
  return label === undefined ? listed : `${label}: ${listed}`;
}

function shortText(element: Element, { attribute, lines = false, max = 300 }: SiteField): string {
  const text = maskText(
    attribute === undefined ? visibleText(element) : attributeOf(element, attribute, max),
  );
  if (!lines) return oneLine(text, max);
  // Begins on a line of its own, because its first line may be indented.
  const block = text.replace(/\n{3,}/g, '\n\n').trimEnd();
  if (block.trim() === '') return '';
  return `\n${block.length <= max ? block : `${block.slice(0, max)}…`}`;
}

function visibleText(element: Element): string {
  return element instanceof HTMLElement ? element.innerText : element.textContent;
}

function attributeOf(element: Element, name: string, max: number): string {
  if (name === 'value') return fieldText(element, max);
  const value = element.getAttribute(name) ?? '';
  if (name !== 'href' && name !== 'src') return value;
  return URL.parse(value, document.baseURI)?.href ?? value;
}

/** What a person sees in the field: neither passwords nor hidden values, which may be tokens. */
function fieldText(element: Element, max: number): string {
  if (element instanceof HTMLTextAreaElement && !isMasked(element)) return element.value.slice(0, max + 1);
  if (element instanceof HTMLInputElement && element.type === 'hidden') return '';
  return valueOf(element, null) ?? '';
}

function visible(from: ParentNode, selector: string): Element[] {
  return [...from.querySelectorAll(selector)].filter(isDrawn);
}

function quote(selector: string): string {
  return JSON.stringify(oneLine(selector, 120));
}
