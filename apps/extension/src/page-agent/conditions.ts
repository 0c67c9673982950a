/** Conditions that a command can wait for in one document. */
import { isDrawn, isText, renderedChildren } from './composed.ts';
import { type LocalTarget, locate } from './locate.ts';

export function hasText(wanted: string): boolean {
  const text = wanted.replace(/\s+/g, ' ').trim().toLowerCase();
  return visibleText(document.documentElement).includes(text);
}

export function isVisible(target: LocalTarget): boolean {
  const located = locate(target);
  return (
    'element' in located &&
    isDrawn(located.element) &&
    getComputedStyle(located.element).visibility === 'visible'
  );
}

/** Resolves with the next change of the document, or after `ms`. */
export function nextChange(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('load', end, true);
      resolve();
    };
    const observer = new MutationObserver(end);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('load', end, true);
    const timer = setTimeout(end, ms);
  });
}

function visibleText(root: Element): string {
  const parts: string[] = [];
  const visit = (element: Element): void => {
    if (['script', 'style', 'noscript', 'template'].includes(element.localName) || !isDrawn(element)) return;
    for (const child of renderedChildren(element)) {
      if (isText(child)) parts.push(child.data);
      else visit(child);
    }
    if (!getComputedStyle(element).display.startsWith('inline')) parts.push(' ');
  };
  visit(root);
  return parts.join('').replace(/\s+/g, ' ').toLowerCase();
}
