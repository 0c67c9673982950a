/** The elements of a page as they were drawn at one moment, as far as they are needed to tell what has changed. */
import type { ElementLook } from '../look.ts';

import type { ElementLocator } from './element-locator.ts';
import type { PageFailure } from './page-failure.ts';

/** What is kept of the page on each side, as an attachment. */
export interface ProofRecord {
  /** `null` when the target is not on the page. */
  look: ElementLook | null;
  layout: PageLayout;
  /** How a test finds the target; tried in the page. */
  locator?: ElementLocator;
  /** How it finds something else that is on the page. */
  anchor?: ElementLocator;
  /** Rules for the target and for what is in it; absent in records of older releases. */
  rules?: StyleRule[];
  /** What said that the page does not work, oldest first. */
  failures?: PageFailure[];
  /** What the app asked its own servers for until then; absent where the browser does not tell. */
  requests?: AnsweredRequest[];
}

export interface AnsweredRequest {
  /** Without a query, and without the origin where that is the page's. */
  address: string;
  /** Of the last answer. */
  status: number;
}

/** A rule of the page's style sheets, whether it applies as the page is now or not. */
export interface StyleRule {
  /** Without the names that a build adds. `@keyframes name` for those of an animation. */
  selector: string;
  /** What is around it, from the outside: `@media print`. */
  condition?: string;
  /** The first part of the condition that does not hold now. */
  unmet?: string;
  /** Relative to the project root; absent where the dev server does not tell. */
  file?: string;
  /** It applies to one of these elements now. */
  applies: boolean;
  /** As the browser writes them. */
  declarations: Record<string, string>;
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
  /** `::before` and `::after` are elements of their own, with their content as text. */
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
  /** `target`: it is the target. `around`: the target is inside it. */
  role?: 'target' | 'around';
  /** The target's component has written it; `root` is the one that this component is in. */
  component?: 'root' | 'part';
  /** Its styles by name; only for the target and elements inside it. */
  styles?: Record<string, string>;
  /** It is animated, is under the pointer, or changes by itself, so that its styles and place say nothing. */
  unsteady?: true;
  /** An animation of the target moves it, so that its size and place say nothing. */
  moving?: true;
}

/** `h2 "Special offer"`. */
function nameLayoutElement({ tag, text, key, attributes }: LayoutElement): string {
  const words = text ?? attributes?.['aria-label'] ?? attributes?.alt ?? attributes?.placeholder;
  if (words !== undefined) return `${tag} "${words.length > 40 ? `${words.slice(0, 39)}…` : words}"`;
  return key === undefined ? tag : `${tag}#${key}`;
}

/** The same; of `::before` and `::after` with the name of their element, unless that is the target. */
export function nameInLayout({ elements }: PageLayout, index: number): string {
  const element = elements[index];
  if (element === undefined) return '';
  if (!isGenerated(element)) return nameLayoutElement(element);
  const owner = elements[element.parent];
  return owner === undefined || owner.role === 'target'
    ? element.tag
    : `${nameLayoutElement(owner)}${element.tag}`;
}

/** The same; an element without words of its own is described by the first in it. */
export function nameWhole(layout: PageLayout, index: number): string {
  const element = layout.elements[index];
  if (element === undefined || isGenerated(element)) return nameInLayout(layout, index);
  const text = firstText(layout, index);
  return nameLayoutElement(text === undefined ? element : { ...element, text });
}

function firstText({ elements }: PageLayout, index: number): string | undefined {
  const inside = new Set([index]);
  for (let at = index; at < elements.length; at++) {
    const element = elements[at];
    if (element === undefined || (at !== index && !inside.has(element.parent))) continue;
    if (element.text !== undefined) return element.text;
    inside.add(at);
  }
  return undefined;
}

/** `::before` or `::after`. */
export function isGenerated({ tag }: Pick<LayoutElement, 'tag'>): boolean {
  return tag.startsWith('::');
}

/** A CSS path to the element by positions alone; for `::before` and `::after` to the one that has it. */
export function pathInLayout({ elements }: PageLayout, index: number): string {
  let path = '';
  for (let at = elements[index]; at !== undefined; at = elements[at.parent]) {
    if (isGenerated(at)) continue;
    const step = `${at.tag}:nth-of-type(${at.nth})`;
    path = path === '' ? step : `${step}${path}`;
    if (at.parent >= 0) path = `${at.inShadow === true ? ' >>> ' : ' > '}${path}`;
  }
  return path;
}

/** Indices of the target and of everything inside it. */
export function insideOf({ elements }: PageLayout): Set<number> {
  const inside = new Set<number>();
  elements.forEach(({ parent, role }, index) => {
    if (role === 'target' || inside.has(parent)) inside.add(index);
  });
  return inside;
}
