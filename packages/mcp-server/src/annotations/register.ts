import type { McpServer } from '@modelcontextprotocol/server';

import type { Store } from '@annotate-mcp/store';

import { registerPrompt } from '../prompt.ts';
import { registerTool, type ToolHost } from '../tool.ts';

import { prompts } from './prompts/index.ts';
import { registerResources } from './resources.ts';
import { tools } from './tools/index.ts';

/** The toolset `annotations`: everything about what people pointed at. */
export function registerAnnotations(server: McpServer, host: ToolHost, store: Store): void {
  for (const tool of tools) registerTool(server, tool, host);
  for (const prompt of prompts) registerPrompt(server, prompt, store);
  registerResources(server, store);
}
