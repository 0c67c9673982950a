/** What the client of a request can do, in either protocol. */
import { fileURLToPath } from 'node:url';

import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ClientFacts {
  /** It renders the views that tools name. */
  showsViews: boolean;
  /** Folders its user works in, as far as it says. */
  roots(): Promise<readonly string[]>;
}

/** It answers by itself or not at all: nobody is asked for it. */
const rootsMs = 3_000;

export function clientOf(server: McpServer, request: ServerContext): ClientFacts {
  const { extensions, roots } = capabilitiesOf(server, request);
  const ui = extensions?.[EXTENSION_ID];
  return {
    showsViews: ui !== undefined && (ui.mimeTypes?.includes(RESOURCE_MIME_TYPE) ?? true),
    roots: async () => (roots === undefined ? [] : rootsOf(request)),
  };
}

const capabilities = z.looseObject({
  roots: z.unknown().optional(),
  extensions: z
    .looseObject({ [EXTENSION_ID]: z.looseObject({ mimeTypes: z.array(z.string()).optional() }).optional() })
    .optional(),
});
const stated = z.looseObject({ [CLIENT_CAPABILITIES_META_KEY]: capabilities });

/** Said with every request in the newer protocol, once when connecting in the older one. */
function capabilitiesOf(
  server: McpServer,
  { mcpReq }: ServerContext,
): Partial<z.output<typeof capabilities>> {
  const now = stated.safeParse(mcpReq.envelope);
  if (now.success) return now.data[CLIENT_CAPABILITIES_META_KEY];
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for connections of the older protocol nothing has replaced it
  return capabilities.safeParse(server.server.getClientCapabilities()).data ?? {};
}

/** The newer protocol has no requests to clients, and refuses this one. */
async function rootsOf({ mcpReq }: ServerContext): Promise<string[]> {
  if (mcpReq.envelope !== undefined) return [];
  try {
    const { roots } = await mcpReq.send(
      { method: 'roots/list' },
      { timeout: rootsMs, signal: mcpReq.signal },
    );
    return roots.flatMap(({ uri }) => folderOf(uri));
  } catch {
    // A client that says it has roots and does not name them has none as far as we are concerned.
    return [];
  }
}

function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    // Not a folder of this machine.
    return [];
  }
}
