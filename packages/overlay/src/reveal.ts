/** Brings a person to what an annotation points at: scrolls there, or goes to its page first. */
import { addressOf } from '@annotate-mcp/core';

import { wantedKey } from './arrival.ts';
import type { CommandParts } from './create-commands.ts';
import { notify } from './notify.ts';
import { boxOf } from './picking/frames.ts';
import { boxOfRanges } from './picking/picked-box.ts';
import { pulse } from './pulse.ts';
import { pageKey } from './state/page-key.ts';
import { unfold } from './unfold.ts';

export function reveal(parts: CommandParts, id: string): void {
  const { store, markers } = parts;
  const annotation = store.get().annotations.get(id);
  if (annotation === undefined || annotation.kind === 'markdown') return;
  const url = addressOf(annotation);
  if (pageKey(url, location.href) !== pageKey(location.href)) {
    goTo(parts, id, url);
    return;
  }
  const element = markers.elementOf(id);
  if (element === null) return;
  unfold(element);
  const ranges = markers.rangesOf(id);
  if (ranges.length > 0 && boxOfRanges(ranges) === null) {
    notify(store.dispatch, 'It is in a part of the page that is closed just now. Open that first.');
    return;
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: still ? 'instant' : 'smooth' });
  pulse(parts.root, () => {
    if (!element.isConnected) return null;
    return boxOfRanges(ranges) ?? boxOf(element, window);
  });
}

function goTo({ store }: CommandParts, id: string, url: string): void {
  const address = addressHere(url, location.href);
  if (address === null) {
    notify(store.dispatch, `It is on another site: ${url}`);
    return;
  }
  try {
    sessionStorage.setItem(wantedKey, id);
  } catch {
    // As in takeWanted.
  }
  location.assign(address);
}

/**
 * The page on this site, or `null` when it is none of it. The address comes out of the store, where others write too:
 * nothing but a page of this very site is opened by a click, and `javascript:` least of all.
 */
export function addressHere(url: string, here: string): string | null {
  if (!URL.canParse(url, here)) return null;
  const { protocol, origin, pathname, search, hash, href } = new URL(url, here);
  const site = new URL(here).origin;
  // Pages in a sandbox have the origin `null`, and so has every `javascript:` address.
  if ((protocol !== 'http:' && protocol !== 'https:') || site === 'null') return null;
  if (origin === site) return href;
  // A dev server on this machine that had another port when it was written.
  const same = site + pathname + search + hash;
  return pageKey(same) === pageKey(href) ? same : null;
}
