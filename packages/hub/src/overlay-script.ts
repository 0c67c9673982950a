import type { Handler } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';

import { requireGet } from './methods.ts';
import { entryFile, readOverlayFile } from './overlay-files.ts';

/** All but the hub's own address, which only the page knows. */
export type ScriptConfig = Omit<OverlayConfig, 'hub'>;

export function serveOverlayScript(config: ScriptConfig, folder: () => string): Handler {
  const script = Buffer.from(overlayScript(config));
  return async (request, response) => {
    requireGet(request);
    // Asked first, so that a missing build is explained here and not by an import that fails without words.
    await readOverlayFile(folder(), entryFile);
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': script.length,
    });
    response.end(script);
  };
}

/**
 * Finds the hub by its own address, so that it is right below any base or mount. The entry has no version in its
 * query: chunks import it by its plain name, and another query would be another instance of the same module.
 */
export function overlayScript(config: ScriptConfig): string {
  return [
    `import { mountOverlay } from './page/${entryFile}';`,
    `const hub = new URL('.', import.meta.url).href.slice(0, -1);`,
    `mountOverlay({ ...${literal(config)}, hub });`,
    '',
  ].join('\n');
}

/** JSON that is also safe inside an HTML page, for whoever inlines the script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
