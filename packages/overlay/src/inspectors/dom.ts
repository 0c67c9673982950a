/** Describes an element without a framework: its path in the DOM, and a name that a person would use. */
import type { PickedElement } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';
import { givenNameOf, roleOf } from '@annotate-mcp/page-facts/elements';

import { frameOf, isOverlay, isShadowRoot, outwards } from './dom-tree.ts';
import { guarded } from './foreign.ts';
import { isInPrivate, privateSelector } from './private-parts.ts';

const into = ' >>> ';

/**
 * A CSS path that matches only this element, if possible also after a re-render: stable ids and test ids
 * first, then hand-written classes, positions among siblings last. ` >>> ` enters a shadow root or a frame, which the
 * selector libraries do not support.
 */
export function domPath(element: Element): string {
  const root = element.getRootNode();
  const path = pathWithin(element, root);
  const host = isShadowRoot(root) ? root.host : frameOf(element);
  return host === null ? path : `${domPath(host)}${into}${path}`;
}

/** `null` when the element is gone or the path is invalid. */
export function queryDomPath(path: string, root: ParentNode = document): Element | null {
  let from: ParentNode | null = root;
  let found: Element | null = null;
  for (const step of path.split(into)) {
    if (found !== null) from = found.shadowRoot ?? documentIn(found);
    const scope: ParentNode | null = from;
    found = guarded(() => scope?.querySelector(step) ?? null, null);
    if (found === null) return null;
  }
  return found;
}

/** `button "Save" in form "Checkout"`. */
export function describeElement(element: Element): string {
  const around = landmarkAround(element);
  const own = nameElement(element, true);
  return around === null ? own : `${own} in ${nameElement(around, false)}`;
}

/** What a person would call the element. */
export function elementFacts(element: Element): Omit<PickedElement, 'box'> {
  const role = roleOf(element);
  const name = labelOf(element) ?? headingIn(element);
  const text = readText(element, maxTextLength);
  return {
    tag: element.localName,
    ...(role !== null && { role }),
    ...(name !== null && { name }),
    ...(text !== '' && { text }),
  };
}

const maxTextLength = 300;

function pathWithin(element: Element, root: Node): string {
  const isUnique = (selector: string) =>
    guarded(
      () => 'querySelectorAll' in root && (root as ParentNode).querySelectorAll(selector).length === 1,
      false,
    );
  let path = '';
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    for (const step of stepsFor(at)) {
      const longer = path === '' ? step : `${step} > ${path}`;
      if (isUnique(longer)) return longer;
    }
    const position = positionAmongSiblings(at);
    path = path === '' ? position : `${position} > ${path}`;
    if (isUnique(path)) return path;
  }
  return path;
}

/** Selectors that may be unique for the element, best first. */
function stepsFor(element: Element): string[] {
  const tag = CSS.escape(element.localName);
  const id = element.getAttribute('id');
  const steps = id !== null && isStableId(id) ? [`#${CSS.escape(id)}`] : [];
  for (const name of ['data-testid', 'data-test', 'data-cy', 'name']) {
    const value = element.getAttribute(name);
    // Test ids are meant to be stable, so their form is not checked.
    const isStable = value !== null && (name === 'name' ? isStableId(value) : value.length < 80);
    if (isStable && value !== '') steps.push(`${tag}[${name}="${CSS.escape(value)}"]`);
  }
  const classes = stableClasses(element);
  return classes === '' ? steps : [...steps, `${tag}${classes}`];
}

function positionAmongSiblings(element: Element): string {
  const tag = CSS.escape(element.localName);
  const same = element.parentElement?.children ?? [];
  let position = 0;
  let count = 0;
  for (const sibling of same) {
    if (sibling.localName === element.localName) count++;
    if (sibling === element) position = count;
  }
  return count > 1 ? `${tag}:nth-of-type(${String(position)})` : tag;
}

/** Ids that a framework generates by counting (`:r1:`, `radix-3`, `mat-input-12`) change with each load. */
function isStableId(id: string): boolean {
  return /^[a-z][\w-]{0,79}$/i.test(id) && !/\d{3}|[-_]?\d+$|^_?r_/i.test(id) && !looksHashed(id);
}

function stableClasses(element: Element): string {
  return [...element.classList]
    .filter((name) => /^[a-z][\w-]{3,39}$/i.test(name) && !/\d/.test(name) && !stateClass.test(name))
    .filter((name) => !looksHashed(name))
    .slice(0, 2)
    .map((name) => `.${CSS.escape(name)}`)
    .join('');
}

/** Classes for a state of the element. */
const stateClass =
  /^(is|has|ng|router-link)-|(^|-|_)(active|hover|focus(ed)?|open(ed)?|closed|selected|checked|disabled|enabled|loading|visible|hidden|show|enter|leave)(-|_|$)/i;

/** Generated class names: `css-1q2w3e`, `sc-bdVaJa`, `svelte-x1y2`, `Card_root__a8Xk2`. */
function looksHashed(name: string): boolean {
  if (/^(css|sc|jsx|svelte|astro|emotion|data-v|makeStyles|jss)[-_]/.test(name)) return true;
  const last = name.split(/__|[-_]/).at(-1) ?? '';
  const changesCase = last.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0;
  return (
    last.length >= 5 &&
    (/\d.*[a-z].*\d|[a-z]\d[a-z]/i.test(last) || changesCase > 2 || !/[aeiouy]/i.test(last))
  );
}

function documentIn(element: Element): Document | null {
  return guarded(
    () => ('contentDocument' in element ? (element as HTMLIFrameElement).contentDocument : null),
    null,
  );
}

const landmarks = 'form,dialog,[role=dialog],nav,main,article,section,aside,header,footer,fieldset,table,li';

function landmarkAround(element: Element): Element | null {
  for (const at of outwards(element)) if (at !== element && at.matches(landmarks)) return at;
  return null;
}

function nameElement(element: Element, byText: boolean): string {
  const name = labelOf(element) ?? headingIn(element) ?? (byText ? textOf(element) : '');
  return name === '' ? kindOf(element) : `${kindOf(element)} "${name}"`;
}

const words: Readonly<Record<string, string>> = {
  a: 'link',
  img: 'image',
  li: 'list item',
  ul: 'list',
  ol: 'list',
};

function kindOf(element: Element): string {
  const tag = element.localName;
  const role = element.getAttribute('role');
  if (role !== null && role !== '' && role !== 'presentation') return clip(role);
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'input') return `${clip(element.getAttribute('type') ?? 'text')} input`;
  return Object.hasOwn(words, tag) ? (words[tag] ?? tag) : tag;
}

/** The name that its author gave it; `null` where its text is its name. */
function labelOf(element: Element): string | null {
  const name = clip(givenNameOf(element, { most: mostReadLength, isPrivate: isLeftOut }));
  return name === '' ? null : name;
}

const mostReadLength = 300;

/** What no name is read from. */
export function isLeftOut(element: Element): boolean {
  return isOverlay(element) || isInPrivate(element) || holdsSecret(element);
}

function headingIn(element: Element): string | null {
  if (!element.matches(landmarks)) return null;
  const heading = element.querySelector('h1,h2,h3,h4,h5,h6,legend,caption');
  return (heading === null ? '' : textOf(heading)) || null;
}

/** The beginning of the element's text. Stops early, because the element may be the whole page. */
function textOf(element: Element): string {
  return readText(element, maxLabelLength);
}

const maxLabelLength = 60;

function readText(element: Element, max: number): string {
  let text = '';
  const walk = (node: Node): void => {
    for (let child = node.firstChild; child !== null && text.length < max + 140; child = child.nextSibling) {
      if (child.nodeType === 3) text += child.nodeValue ?? '';
      else if (child.nodeType === 1 && !isUnreadable(child as Element)) {
        walk(child);
        text += ' ';
      }
    }
  };
  if (!isUnreadable(element)) walk(element);
  return clip(text, max);
}

function isUnreadable(element: Element): boolean {
  return (
    element.matches(`script,style,template,noscript,nga-overlay,${privateSelector}`) || holdsSecret(element)
  );
}

function clip(text: string, max = maxLabelLength): string {
  const clean = redactText(
    text
      .slice(0, max + 240)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
