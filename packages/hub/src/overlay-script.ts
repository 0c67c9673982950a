import type { Handler } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';

import { entryFile, keptOverlay, type OverlaySource, readOverlayFile } from './overlay-files.ts';
import { requireGet } from './require-get.ts';

/** The overlay's configuration without the hub's address, which the script finds itself. */
export type ScriptConfig = Omit<OverlayConfig, 'hub'>;

export function serveOverlayScript(config: ScriptConfig, { folder, isKept }: OverlaySource): Handler {
  const script = Buffer.from(overlayScript(config));
  return async (request, response) => {
    requireGet(request);
    // Fails here with an explanation when the overlay is not built. The import in the browser would fail without one.
    await readOverlayFile(folder(), entryFile);
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': isKept ? keptOverlay : 'no-store',
      'Content-Length': script.length,
    });
    response.end(script);
  };
}

/**
 * The script finds the hub by its own address, so it works below any base or mount path. It imports the entry without
 * a version in the query: chunks import it by its plain name, and another query would load the module a second time.
 */
export function overlayScript(config: ScriptConfig): string {
  return [
    `import { guardPage } from './page/page-edge.js';`,
    `import { mountOverlay } from './page/${entryFile}';`,
    `const hub = new URL('.', import.meta.url).href.slice(0, -1);`,
    // An exception of the overlay is none of the app's.
    `guardPage(window, hub + '/');`,
    `mountOverlay({ ...${toLiteral(config)}, hub });`,
    '',
  ].join('\n');
}

/** JSON that is also safe inside an HTML page, for servers that inline the script. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
