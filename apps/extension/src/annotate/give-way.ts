import type { OverlayRequest } from './messages.ts';

/** A page of a dev server may load its own overlay after ours was added: that one knows more, and ours is removed. */
export function giveWayToOwnOverlay(ours: HTMLElement): void {
  const check = (): void => {
    const [other] = [...document.querySelectorAll(ours.localName)].filter((found) => found !== ours);
    if (other === undefined) return;
    observer.disconnect();
    const request: OverlayRequest = { type: 'annotate:replaced' };
    // The service worker removes ours, and does not add it again after a reload.
    chrome.runtime.sendMessage(request).catch(() => undefined);
  };
  const observer = new MutationObserver(check);
  observer.observe(document.documentElement, { childList: true });
  check();
}
