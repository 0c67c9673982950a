/** Runs the overlay in the extension's isolated world of a page, where the page cannot reach it. */
import { mountOverlay, remoteConsoleTail, remoteInspection } from '@annotate-mcp/overlay';

import { giveWayToOwnOverlay } from './give-way.ts';
import type { AnnotateStart } from './messages.ts';
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
