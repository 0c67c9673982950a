/**
 * Keeps what is shown by `:hover` and `:focus` after the pointer and the focus have gone. No script can set these, so
 * their rules are applied once more under an attribute, which is put on the elements they match now.
 */
import type { View } from '../window/frames.ts';

export function holdPseudoClasses(view: View, overlay: Element): () => void {
  const release: (() => void)[] = [];
  holdIn(view.document, view, overlay, release);
  return () => {
    for (const undo of release) undo();
  };
}

const pseudoClasses = ['hover', 'focus', 'focus-within', 'focus-visible'] as const;
const anywhere = /:(hover|focus-within|focus-visible|focus)(?![\w-])/g;

function holdIn(root: Document | ShadowRoot, view: View, overlay: Element, release: (() => void)[]): void {
  const marked = pseudoClasses.flatMap((name) =>
    [...root.querySelectorAll(`:${name}`)]
      .filter((element) => element !== overlay)
      .map((element) => ({ element, attribute: `data-annotate-${name}` })),
  );
  if (marked.length === 0) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync([...root.styleSheets, ...root.adoptedStyleSheets].map(heldRules).join('\n'));
  root.adoptedStyleSheets.push(sheet);
  for (const { element, attribute } of marked) element.setAttribute(attribute, '');
  release.push(() => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    for (const { element, attribute } of marked) element.removeAttribute(attribute);
  });
  for (const element of new Set(marked.map((mark) => mark.element))) {
    if (element.shadowRoot !== null) holdIn(element.shadowRoot, view, overlay, release);
  }
}

function heldRules(sheet: CSSStyleSheet): string {
  try {
    return sheet.disabled ? '' : [...sheet.cssRules].map(heldRule).join('\n');
  } catch {
    // Another origin's sheet cannot be read; what it shows on hover is not held.
    return '';
  }
}

function heldRule(rule: CSSRule): string {
  if ('styleSheet' in rule)
    return rule.styleSheet === null ? '' : heldRules(rule.styleSheet as CSSStyleSheet);
  const text = rule.cssText;
  if (text.search(anywhere) === -1) return '';
  const nested = 'cssRules' in rule ? [...(rule as CSSGroupingRule).cssRules] : [];
  const selector = 'selectorText' in rule ? String(rule.selectorText) : '';
  if (nested.length === 0 || selector.search(anywhere) !== -1) {
    // An attribute weighs as much as a pseudo-class, so the cascade comes out the same.
    return text.replace(anywhere, '[data-annotate-$1]');
  }
  return `${text.slice(0, text.indexOf('{'))}{${nested.map(heldRule).join('\n')}}`;
}
