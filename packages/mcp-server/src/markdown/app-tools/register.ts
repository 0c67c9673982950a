import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

import { viewResources } from '@annotate-mcp/markdown/view-protocol';
import type { ViewTool } from '@annotate-mcp/markdown/view-tools';

import { toRefusal } from '../../errors.ts';
import { listedOnly, type ToolHost } from '../../register-tool.ts';
import { notTheViewError, type ViewRegistry } from '../views/view-registry.ts';

import { callViewTool, credentials, refused } from './call-view-tool.ts';

/** Tells hosts to keep a tool from their model. Since they may ignore it, the view's token is checked as well. */
export const appOnly = { ui: { resourceUri: viewResources.view, visibility: ['app'] } };

/** Registers a view tool as an app-only tool. */
export function registerViewTool(
  server: McpServer,
  tool: ViewTool,
  host: ToolHost,
  views: ViewRegistry,
): void {
  const { name, title, input, readOnly } = tool;
  const registered = server.registerTool(
    name,
    {
      title,
      description: 'For the view of open_markdown alone. As an agent use interact.',
      inputSchema: listedOnly(() => input().extend(credentials.shape)),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
      _meta: appOnly,
    },
    async (args: unknown, request: ServerContext) => {
      // In a client without views the model makes the call; no token makes it the person.
      if (!host.clientOf(request).showsViews) return refused(toRefusal(notTheViewError()));
      const { signal } = request.mcpReq;
      return callViewTool(tool, args, { views, signal, debug: (line) => host.debug(line) });
    },
  );
  host.registered.set(name, registered);
}
