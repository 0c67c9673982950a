import { type McpServer, type ReadResourceResult, ResourceTemplate } from '@modelcontextprotocol/server';

import type { ToolHost } from '../register-tool.ts';

import type { ViewFiles } from './view-files.ts';

/** The view and the code that only some documents need. Listed for clients that show views; nobody else has a use for them. */
export function registerViewResources(server: McpServer, host: ToolHost, files: ViewFiles): void {
  server.registerResource(
    'view',
    new ResourceTemplate('ui://annotate-mcp/{file}', {
      list: async (request) => ({ resources: host.clientOf(request).showsViews ? files.listed() : [] }),
    }),
    { title: 'Markdown view', description: 'What shows the result of open_markdown.' },
    async (uri): Promise<ReadResourceResult> => ({ contents: [await files.read(uri.href)] }),
  );
}
