/** The elements of a page as they were drawn at one moment, as far as they are needed to tell what has changed. */
import type { ElementLook } from '../look.ts';

import type { PageFailure } from './page-failure.ts';

/** What is kept of the page on each side, as an attachment. */
export interface ProofRecord {
  /** `null` when the target is not on the page. */
  look: ElementLook | null;
  layout: PageLayout;
  /** What said that the page does not work, oldest first. */
  failures?: PageFailure[];
}

export interface PageLayout {
  /** Where these differ, styles and boxes cannot be compared. */
  conditions: { width: number; dark: boolean };
  /** In the order of the document, each after its parent. */
  elements: LayoutElement[];
  /** The page has more elements. */
  isCut?: true;
}

export interface LayoutElement {
  /** Index of its parent; -1 for the root. */
  parent: number;
  tag: string;
  /** Its place among the children of its parent that have the same tag, from 1. */
  nth: number;
  /** Its id or test id. */
  key?: string;
  /** Its classes. */
  classes?: string;
  /** It is a child of its parent's shadow root. */
  inShadow?: true;
  /** The text that it contains directly; a long one is cut and ends with its fingerprint. */
  text?: string;
  /** What it shows or means beside its text: `href`, `alt`, `aria-label`, … */
  attributes?: Record<string, string>;
  /** Fingerprint of the styles that it does not inherit. */
  drawn: string;
  /** Fingerprint of the styles that its children inherit. */
  inherited: string;
  /** Left, top (both from the corner of its parent), width and height in CSS pixels. */
  box: [x: number, y: number, width: number, height: number];
  /** `target`: it is the target. `around`: the target is inside of it. */
  role?: 'target' | 'around';
  /** Its styles by name; only for the target and elements inside of it. */
  styles?: Record<string, string>;
  /** It is animated, is under the pointer, or changes by itself, so that its styles and place say nothing. */
  unsteady?: true;
}

/** `h2 "Special offer"`. */
export function nameLayoutElement({ tag, text, key, attributes }: LayoutElement): string {
  const words = text ?? attributes?.['aria-label'] ?? attributes?.alt ?? attributes?.placeholder;
  if (words !== undefined) return `${tag} "${words.length > 40 ? `${words.slice(0, 39)}…` : words}"`;
  return key === undefined ? tag : `${tag}#${key}`;
}

/** A CSS path to the element by positions alone. */
export function pathInLayout({ elements }: PageLayout, index: number): string {
  let path = '';
  for (let at = elements[index]; at !== undefined; at = elements[at.parent]) {
    const step = `${at.tag}:nth-of-type(${at.nth})`;
    path = path === '' ? step : `${step}${path}`;
    if (at.parent >= 0) path = `${at.inShadow === true ? ' >>> ' : ' > '}${path}`;
  }
  return path;
}

/** Indices of the target and of everything inside of it. */
export function insideOf({ elements }: PageLayout): Set<number> {
  const inside = new Set<number>();
  elements.forEach(({ parent, role }, index) => {
    if (role === 'target' || inside.has(parent)) inside.add(index);
  });
  return inside;
}
