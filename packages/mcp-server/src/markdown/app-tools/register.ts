import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

import { viewResources } from '@annotate-mcp/markdown/view-protocol';

import { toRefusal } from '../../errors.ts';
import { listedOnly, type ToolHost } from '../../register-tool.ts';
import { type MarkdownReview, notTheView } from '../review.ts';

import { type AppTool, callAppTool, credentials, refused } from './app-tool.ts';

/** What hosts go by when they keep a tool from their model. Ours goes by the token: hosts need not. */
export const appOnly = { ui: { resourceUri: viewResources.view, visibility: ['app'] } };

export function registerAppTool(
  server: McpServer,
  tool: AppTool,
  host: ToolHost,
  review: MarkdownReview,
): void {
  const { name, title, input, readOnly } = tool;
  const registered = server.registerTool(
    name,
    {
      title,
      description: 'For the view of open_markdown alone. As an agent use interact.',
      inputSchema: listedOnly(input.extend(credentials.shape)),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
      _meta: appOnly,
    },
    async (args: unknown, request: ServerContext) => {
      // Whoever shows no views calls for a model, which may have read the token off the address of our own page.
      if (!host.clientOf(request).showsViews) return refused(toRefusal(notTheView()));
      const { signal } = request.mcpReq;
      return callAppTool(tool, args, { review, signal, debug: (line) => host.debug(line) });
    },
  );
  host.registered.set(name, registered);
}
