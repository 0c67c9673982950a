import { type McpServer, type ReadResourceResult, ResourceTemplate } from '@modelcontextprotocol/server';

import { viewTools } from '@annotate-mcp/markdown/view-tools';
import type { Store } from '@annotate-mcp/store';

import { registerPrompt } from '../prompt.ts';
import { registerTool, type ToolHost } from '../register-tool.ts';
import type { Toolset } from '../toolset.ts';

import { listByClient } from './app-tools/list-by-client.ts';
import { registerViewTool } from './app-tools/register.ts';
import { prompts } from './prompts/index.ts';
import type { MarkdownService } from './service.ts';
import { tools } from './tools/index.ts';
import type { ViewFiles } from './view-files.ts';

/** Files that a person reads and comments on. */
export function createMarkdownToolset(markdown: MarkdownService, store: Store): Toolset {
  return {
    name: 'markdown',
    instructions:
      'To have a Markdown file reviewed, show it with open_markdown and take the comments with interact.',
    register: (server, host) => registerMarkdown(server, host, { store, markdown }),
  };
}

/** The toolset `markdown`: files that a person reads and comments on. */
function registerMarkdown(
  server: McpServer,
  host: ToolHost,
  { markdown, store }: { markdown: MarkdownService; store: Store },
): void {
  for (const tool of tools) {
    registerTool(server, tool, host, (context, request) => ({
      ...context,
      markdown,
      client: host.clientOf(request),
    }));
  }
  for (const prompt of prompts) registerPrompt(server, prompt, store);
  if (markdown.display === null) return;
  for (const tool of viewTools) registerViewTool(server, tool, host, markdown.views);
  registerViewResources(server, host, markdown.display.files);
  listByClient(server, host);
}

/** The view and the code that only some documents need. Listed only for clients that show views. */
function registerViewResources(server: McpServer, host: ToolHost, files: ViewFiles): void {
  server.registerResource(
    'view',
    new ResourceTemplate('ui://annotate-mcp/{file}', {
      list: async (request) => ({ resources: host.clientOf(request).showsViews ? files.list() : [] }),
    }),
    { title: 'Markdown view', description: 'What shows the result of open_markdown.' },
    async (uri): Promise<ReadResourceResult> => ({ contents: [await files.read(uri.href)] }),
  );
}
