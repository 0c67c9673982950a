/** Runs in the page's own world, where frameworks leave their marks; answers what the overlay asks about an element. */
import { createInspection, serveInspection } from '@annotate-mcp/overlay';

declare global {
  var annotateInspectors: (() => void) | undefined;
}

globalThis.annotateInspectors ??= serveInspection(
  createInspection({ hub: '', appId: '.' }, { manifest: () => ({}) }),
);
