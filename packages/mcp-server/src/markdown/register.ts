import type { McpServer } from '@modelcontextprotocol/server';

import { viewTools } from '@annotate-mcp/markdown/view-tools';
import type { Store } from '@annotate-mcp/store';

import { registerPrompt } from '../prompt.ts';
import { registerTool, type ToolHost } from '../register-tool.ts';

import { listByClient } from './app-tools/list-by-client.ts';
import { registerViewTool } from './app-tools/register.ts';
import { prompts } from './prompts/index.ts';
import type { MarkdownService } from './service.ts';
import { tools } from './tools/index.ts';
import { registerViewResources } from './view-resources.ts';

/** The toolset `markdown`: files that a person reads and comments on. */
export function registerMarkdown(
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
