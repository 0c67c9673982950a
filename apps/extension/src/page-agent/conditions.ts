/** Conditions that a command can wait for in one document. */
import { isDrawn, isText, renderedChildren } from '@annotate-mcp/page-facts/elements';

import { type LocalTarget, locate } from './locate.ts';
import { isMasked, maskText, type ShownSecrets, whileShown } from './secrets.ts';

/** What agents do not see is not found either: the answers would tell it letter by letter. */
export function hasText(wanted: string, shown?: ShownSecrets): boolean {
  const text = wanted.replace(/\s+/g, ' ').trim().toLowerCase();
  return whileShown(shown, () => visibleText(document.documentElement)).includes(text);
}

export function isVisible(target: LocalTarget): boolean {
  const located = locate(target);
  return (
    'element' in located &&
    isDrawn(located.element) &&
    getComputedStyle(located.element).visibility === 'visible'
  );
}

/** Resolves with the next frame. A page that is not drawn has none, so that the time decides. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, 60);
  });
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
  const blocks: string[] = [];
  let line = '';
  const endBlock = (): void => {
    if (line.trim() !== '') blocks.push(maskText(line.replace(/\s+/g, ' ')));
    line = '';
  };
  const visit = (element: Element): void => {
    if (['script', 'style', 'noscript', 'template'].includes(element.localName) || !isDrawn(element)) return;
    if (isMasked(element)) return;
    const isBlock = !getComputedStyle(element).display.startsWith('inline');
    if (isBlock) endBlock();
    for (const child of renderedChildren(element)) {
      if (isText(child)) line += child.data;
      else visit(child);
    }
    if (isBlock) endBlock();
  };
  visit(root);
  endBlock();
  return blocks.join(' ').replace(/\s+/g, ' ').toLowerCase();
}
