/** Runs in the page's main world, where frameworks mark their elements and the console is; answers the overlay's questions. */
import { createInspection, serveConsoleTail, serveInspection, startConsoleTail } from '@annotate-mcp/overlay';

declare global {
  /** Stops answering. */
  var annotateInspectors: (() => void) | undefined;
}

globalThis.annotateInspectors ??= start();

function start(): () => void {
  const stops = [
    serveInspection(createInspection({ hub: '', appId: '.' }, { manifest: () => ({}) })),
    serveConsoleTail(startConsoleTail(window)),
  ];
  return () => {
    for (const stop of stops) stop();
    globalThis.annotateInspectors = undefined;
  };
}
