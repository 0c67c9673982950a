/** Carries out a site's format: data from the server, read in this world, never code. */
import type { SiteField, SiteFormat } from '@annotate-mcp/browser-protocol';

import { isDrawn } from './composed.ts';
import { oneLine } from './names.ts';
import { refOf } from './refs.ts';

/** `null` when the page has none of its items, or the format cannot be read here. */
export function formatPage({ heading, items, fields }: SiteFormat): string | null {
  try {
    const found = [...document.querySelectorAll(items)].filter((item) => isDrawn(item));
    if (found.length === 0) return null;
    const head = heading.flatMap((field) => textOf(field, document.documentElement));
    const body = found.map(
      (item, at) => `${at + 1}. ${fields.flatMap((field) => textOf(field, item)).join(' · ')}`,
    );
    return [...head, ...body].join('\n');
  } catch {
    return null;
  }
}

function textOf(
  { label, selector, attribute, ref = false, all = false }: SiteField,
  item: Element,
): string[] {
  const matches = selector === '' ? [item] : [...item.querySelectorAll(selector)];
  const texts = (all ? matches : matches.slice(0, 1)).flatMap((element) => {
    const text = oneLine(
      attribute === undefined ? element.textContent : attributeOf(element, attribute),
      300,
    );
    if (text === '') return [];
    return [ref ? `${text} [${refOf(element)}]` : text];
  });
  if (texts.length === 0) return [];
  const joined = texts.join(', ');
  return [label === undefined ? joined : `${label}: ${joined}`];
}

function attributeOf(element: Element, name: string): string {
  const value = element.getAttribute(name) ?? '';
  if (name !== 'href' && name !== 'src') return value;
  return URL.parse(value, document.baseURI)?.href ?? value;
}
