/** Runs the overlay in the extension's isolated world of a page, where the page cannot reach it. */
import { mountOverlay, remoteInspection } from '@annotate-mcp/overlay';

import type { AnnotateStart } from './messages.ts';
import { workerSurroundings } from './surroundings.ts';

declare global {
  var annotateStart: AnnotateStart | undefined;
}

const start = globalThis.annotateStart;
if (start !== undefined) {
  const { url, annotate } = start;
  const hub = `${url}${annotate.hubPath}`;
  const { appId, projectId } = annotate;
  mountOverlay(
    { hub, appId, projectId, review: true },
    { inspection: remoteInspection(), shadow: 'closed', environment: workerSurroundings(start, hub) },
  );
}
