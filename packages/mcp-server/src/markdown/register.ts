import type { McpServer } from '@modelcontextprotocol/server';

import type { Store } from '@annotate-mcp/store';

import { registerPrompt } from '../prompt.ts';
import { registerTool, type ToolHost } from '../register-tool.ts';

import { appTools } from './app-tools/index.ts';
import { registerAppTool } from './app-tools/register.ts';
import { listByClient } from './list-by-client.ts';
import { prompts } from './prompts/index.ts';
import { registerViewResources } from './resources.ts';
import type { MarkdownReview } from './review.ts';
import { tools } from './tools/index.ts';

/** The toolset `markdown`: files that a person reads and comments on. */
export function registerMarkdown(
  server: McpServer,
  host: ToolHost,
  { review, store }: { review: MarkdownReview; store: Store },
): void {
  for (const tool of tools) {
    registerTool(server, tool, host, (context, request) => ({
      ...context,
      review,
      client: host.clientOf(request),
    }));
  }
  for (const prompt of prompts) registerPrompt(server, prompt, store);
  if (review.surface === null) return;
  for (const tool of appTools) registerAppTool(server, tool, host, review);
  registerViewResources(server, host, review.surface.files);
  listByClient(server, host);
}
