/** The capabilities of the client that sent a request, in both protocols. */
import { fileURLToPath } from 'node:url';

import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ClientFacts {
  /** The client renders the views (MCP Apps) that tools refer to. */
  showsViews: boolean;
  /** Folders that its user works in; empty if the client does not say. */
  roots(): Promise<readonly string[]>;
}

/** The client answers without asking its user, so it answers quickly or not at all. */
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
const requestCapabilities = z.looseObject({ [CLIENT_CAPABILITIES_META_KEY]: capabilities });

/** Clients send them with each request in the newer protocol, and once when they connect in the older one. */
function capabilitiesOf(
  server: McpServer,
  { mcpReq }: ServerContext,
): Partial<z.output<typeof capabilities>> {
  const sent = requestCapabilities.safeParse(mcpReq.envelope);
  if (sent.success) return sent.data[CLIENT_CAPABILITIES_META_KEY];
  // oxlint-disable-next-line typescript/no-deprecated -- for connections of the older protocol nothing has replaced it
  return capabilities.safeParse(server.server.getClientCapabilities()).data ?? {};
}

/** Empty in the newer protocol, which has no requests to clients. */
async function rootsOf({ mcpReq }: ServerContext): Promise<string[]> {
  if (mcpReq.envelope !== undefined) return [];
  try {
    const { roots } = await mcpReq.send(
      { method: 'roots/list' },
      { timeout: rootsMs, signal: mcpReq.signal },
    );
    return roots.flatMap(({ uri }) => folderOf(uri));
  } catch {
    // A client that declares roots but does not list them is treated as one without roots.
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
