/**
 * Keeps the styles of `:hover` and `:focus` after the pointer and the focus have moved. No script can set these, so
 * their rules are applied once more under an attribute, which is put on the elements they match now.
 */
import type { PageWindow } from '../window/frames.ts';

export function keepPseudoClasses(pageWindow: PageWindow, overlay: Element): () => void {
  const release: (() => void)[] = [];
  keepIn(pageWindow.document, pageWindow, overlay, release);
  return () => {
    for (const undo of release) undo();
  };
}

const pseudoClasses = ['hover', 'focus', 'focus-within', 'focus-visible'] as const;
const pseudoClassPattern = /:(hover|focus-within|focus-visible|focus)(?![\w-])/g;

function keepIn(
  root: Document | ShadowRoot,
  pageWindow: PageWindow,
  overlay: Element,
  release: (() => void)[],
): void {
  const matched = pseudoClasses.flatMap((name) =>
    [...root.querySelectorAll(`:${name}`)]
      .filter((element) => element !== overlay)
      .map((element) => ({ element, attribute: `data-annotate-${name}` })),
  );
  if (matched.length === 0) return;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync([...root.styleSheets, ...root.adoptedStyleSheets].map(keptRules).join('\n'));
  root.adoptedStyleSheets.push(sheet);
  for (const { element, attribute } of matched) element.setAttribute(attribute, '');
  release.push(() => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    for (const { element, attribute } of matched) element.removeAttribute(attribute);
  });
  for (const element of new Set(matched.map((mark) => mark.element))) {
    if (element.shadowRoot !== null) keepIn(element.shadowRoot, pageWindow, overlay, release);
  }
}

function keptRules(sheet: CSSStyleSheet): string {
  try {
    return sheet.disabled ? '' : [...sheet.cssRules].map(keptRule).join('\n');
  } catch {
    // Another origin's sheet cannot be read; what it shows on hover is not held.
    return '';
  }
}

function keptRule(rule: CSSRule): string {
  if ('styleSheet' in rule)
    return rule.styleSheet === null ? '' : keptRules(rule.styleSheet as CSSStyleSheet);
  const text = rule.cssText;
  if (text.search(pseudoClassPattern) === -1) return '';
  const nested = 'cssRules' in rule ? [...(rule as CSSGroupingRule).cssRules] : [];
  const selector = 'selectorText' in rule ? String(rule.selectorText) : '';
  if (nested.length === 0 || selector.search(pseudoClassPattern) !== -1) {
    // An attribute has the specificity of a pseudo-class, so the cascade stays the same.
    return text.replace(pseudoClassPattern, '[data-annotate-$1]');
  }
  return `${text.slice(0, text.indexOf('{'))}{${nested.map(keptRule).join('\n')}}`;
}
