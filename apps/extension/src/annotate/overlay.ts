/** Runs the overlay in the extension's isolated world of a page, where the page cannot reach it. */
import { mountOverlay, remoteConsoleTail, remoteInspection } from '@annotate-mcp/overlay';

import type { AnnotateStart, OverlayRequest } from './messages.ts';
import { createShield } from './shield.ts';
import { workerSurroundings } from './surroundings.ts';

declare global {
  var annotateStart: AnnotateStart | undefined;
}

const start = globalThis.annotateStart;
if (start !== undefined) {
  const { url, annotate } = start;
  const hub = `${url}${annotate.hubPath}`;
  const { appId, projectId } = annotate;
  const environment = workerSurroundings(start, hub);
  const { element } = mountOverlay(
    { hub, appId, projectId, review: true },
    {
      inspection: remoteInspection(),
      shadow: 'closed',
      environment,
      catchPointer: createShield,
      consoleTail: remoteConsoleTail(),
      fetchPicture: async (address) => (await environment.fetch(address)).blob(),
    },
  );
  giveWayToOwnOverlay(element);
}

/** A page of a dev server may load its own overlay after ours was added: that one knows more, and ours is removed. */
function giveWayToOwnOverlay(ours: HTMLElement): void {
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
