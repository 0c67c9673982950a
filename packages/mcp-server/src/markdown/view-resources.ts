import { type McpServer, type ReadResourceResult, ResourceTemplate } from '@modelcontextprotocol/server';

import type { ToolHost } from '../register-tool.ts';

import type { ViewFiles } from './view-files.ts';

/** The view and the code that only some documents need. Listed only for clients that show views. */
export function registerViewResources(server: McpServer, host: ToolHost, files: ViewFiles): void {
  server.registerResource(
    'view',
    new ResourceTemplate('ui://annotate-mcp/{file}', {
      list: async (request) => ({ resources: host.clientOf(request).showsViews ? files.list() : [] }),
    }),
    { title: 'Markdown view', description: 'What shows the result of open_markdown.' },
    async (uri): Promise<ReadResourceResult> => ({ contents: [await files.read(uri.href)] }),
  );
}
