import type { McpServer } from '@modelcontextprotocol/server';

import { registerTool, type ToolHost } from '../tool.ts';

import { withBrowser } from './tool.ts';
import { browserTools } from './tools/index.ts';

/** The toolset `browser`: the person's own Chrome. */
export function registerBrowser(server: McpServer, host: ToolHost): void {
  const { browser } = host;
  if (browser === undefined) return;
  for (const tool of browserTools) registerTool(server, withBrowser(tool, browser), host);
}
