/** Shows the target of an annotation: scrolls there, or opens its page first. */
import { addressOf, pageKey } from '@annotate-mcp/core';

import { outwards } from '../inspectors/dom-tree.ts';
import { boxOfRanges } from '../picking/picked-box.ts';
import { boxOf } from '../window/frame-box.ts';

import type { CommandDeps } from './commands.ts';
import { notify } from './notify.ts';
import { pulse } from './pulse.ts';
import { revealKey } from './reveal-on-arrival.ts';

/** The parts of the overlay that showing a target needs. */
interface RevealDeps extends Pick<CommandDeps, 'container' | 'root'> {
  readonly tracker: Pick<CommandDeps['tracker'], 'elementOf' | 'rangesOf'>;
}

export function reveal(deps: RevealDeps, id: string): void {
  const { container, tracker } = deps;
  const annotation = container.get().annotations.get(id);
  if (annotation === undefined || annotation.kind === 'markdown') return;
  const url = addressOf(annotation);
  if (pageKey(url, location.href) !== pageKey(location.href)) {
    openPage(deps, id, url);
    return;
  }
  const element = tracker.elementOf(id);
  if (element === null) return;
  unfold(element);
  const ranges = tracker.rangesOf(id);
  if (ranges.length > 0 && boxOfRanges(ranges) === null) {
    notify(container.dispatch, 'The text is in a part of the page that is closed. Open that part first.');
    return;
  }
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({
    block: 'center',
    inline: 'nearest',
    behavior: reducesMotion ? 'instant' : 'smooth',
  });
  pulse(deps.root, () => {
    if (!element.isConnected) return null;
    return boxOfRanges(ranges) ?? boxOf(element, window);
  });
}

function openPage({ container }: Pick<RevealDeps, 'container'>, id: string, url: string): void {
  const address = addressOnThisSite(url, location.href);
  if (address === null) {
    notify(container.dispatch, `This comment is on another site: ${url}`);
    return;
  }
  try {
    sessionStorage.setItem(revealKey, id);
  } catch {
    // Without session storage the page opens, but does not scroll to the target.
  }
  location.assign(address);
}

/**
 * The address of the page on this site, or `null` when it is on another site. The URL comes from the store, where other
 * programs write too, so a click must only open pages of this site and never a `javascript:` URL.
 */
export function addressOnThisSite(url: string, here: string): string | null {
  if (!URL.canParse(url, here)) return null;
  const { protocol, origin, pathname, search, hash, href } = new URL(url, here);
  const site = new URL(here).origin;
  // Sandboxed pages have the origin `null`, and so does every `javascript:` URL.
  if ((protocol !== 'http:' && protocol !== 'https:') || site === 'null') return null;
  if (origin === site) return href;
  // The dev server on this machine may have had another port when the annotation was written.
  const sameHere = site + pathname + search + hash;
  return pageKey(sameHere) === pageKey(href) ? sameHere : null;
}

/** Opens the `details` and `hidden=until-found` elements around an element, as the browser's find-in-page does. */
export function unfold(element: Element): void {
  let inner: Element | null = null;
  for (const at of outwards(element)) {
    const isFolded = at.localName === 'details' && !at.hasAttribute('open');
    if (isFolded && inner !== null && inner.localName !== 'summary') at.setAttribute('open', '');
    if (at.getAttribute('hidden') === 'until-found') {
      at.dispatchEvent(new Event('beforematch', { bubbles: true }));
      at.removeAttribute('hidden');
    }
    inner = at;
  }
}
