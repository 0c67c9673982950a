/** Brings a person to what an annotation points at: scrolls there, or goes to its page first. */
import { placeOf } from '@annotate-mcp/core';

import { wantedKey } from './arrival.ts';
import type { CommandParts } from './create-commands.ts';
import { notify } from './notify.ts';
import { boxOf } from './picking/frames.ts';
import { pageKey } from './state/page-key.ts';

export function reveal(parts: CommandParts, id: string): void {
  const { store, markers } = parts;
  const annotation = store.get().annotations.get(id);
  if (annotation === undefined || annotation.kind === 'markdown') return;
  const url = placeOf(annotation);
  if (pageKey(url) !== pageKey(location.href)) {
    goTo(parts, id, url);
    return;
  }
  const element = markers.elementOf(id);
  if (element === null) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: still ? 'instant' : 'smooth' });
  pulse(parts.root, element);
}

function goTo({ store }: CommandParts, id: string, url: string): void {
  const target = URL.canParse(url) ? new URL(url) : null;
  // The address comes out of the store; only a page of this app is opened by a click.
  if (target?.origin !== location.origin) {
    notify(store.dispatch, `It is on another site: ${url}`);
    return;
  }
  try {
    sessionStorage.setItem(wantedKey, id);
  } catch {
    // As in takeWanted.
  }
  location.assign(target.href);
}

function pulse(root: ShadowRoot, element: Element): void {
  const outline = document.createElement('div');
  outline.className = 'nga-pulse';
  const { x, y, width, height } = boxOf(element, window);
  Object.assign(outline.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  root.append(outline);
  outline.addEventListener('animationend', () => outline.remove());
}
