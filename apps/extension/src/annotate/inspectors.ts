/** Runs in the page's main world, where frameworks mark their elements; answers the overlay's questions about elements. */
import { createInspection, serveInspection } from '@annotate-mcp/overlay';

declare global {
  var annotateInspectors: (() => void) | undefined;
}

globalThis.annotateInspectors ??= serveInspection(
  createInspection({ hub: '', appId: '.' }, { manifest: () => ({}) }),
);
