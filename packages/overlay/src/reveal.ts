/** Brings a person to what an annotation points at: scrolls there, or goes to its page first. */
import { placeOf } from '@annotate-mcp/core';

import type { Commands } from './commands.ts';
import type { CommandParts } from './create-commands.ts';
import { notify } from './notify.ts';
import { boxOf } from './picking/frames.ts';
import type { Dispatch } from './state/actions.ts';
import type { MarkerPosition } from './state/marker-position.ts';
import { pageKey } from './state/page-key.ts';

const wantedKey = 'annotate:reveal';

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

/** Told what has a place on the page: shows the annotation that the page was opened for as soon as it has one. */
export function arrival(
  commands: Commands,
  dispatch: Dispatch,
): (positions: readonly MarkerPosition[]) => void {
  let wanted = takeWanted();
  return (positions) => {
    const id = wanted;
    if (id === null || !positions.some((position) => position.id === id)) return;
    wanted = null;
    commands.reveal(id);
    dispatch({ type: 'thread:open', id });
  };
}

function takeWanted(): string | null {
  try {
    const id = sessionStorage.getItem(wantedKey);
    sessionStorage.removeItem(wantedKey);
    return id;
  } catch {
    // No storage here: the page is open all the same, only not scrolled.
    return null;
  }
}

function goTo({ store }: CommandParts, id: string, url: string): void {
  const target = URL.canParse(url) ? new URL(url) : null;
  // The address comes out of the store; only a page of this app is opened by a click.
  if (target === null || target.origin !== location.origin) {
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
