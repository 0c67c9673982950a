import type { ListToolsResult, McpServer, RegisteredTool } from '@modelcontextprotocol/server';

import type { ToolHost } from '../../register-tool.ts';

import { appOnly } from './register.ts';

type ListedTool = ListToolsResult['tools'][number];

/**
 * Replaces the SDK's list, which is the same for all clients: a client that shows no views would offer the app-only
 * tools to its model.
 */
export function listByClient(server: McpServer, host: ToolHost): void {
  server.server.setRequestHandler('tools/list', (_, request) => {
    const { showsViews } = host.clientOf(request);
    const tools = [...host.registered].filter(
      ([, tool]) => tool.enabled && (showsViews || tool._meta !== appOnly),
    );
    return { tools: tools.map(([name, tool]) => describeTool(name, tool)) };
  });
}

function describeTool(name: string, tool: RegisteredTool): ListedTool {
  const { title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...inputSchema?.['~standard'].jsonSchema.input(dialect) },
    ...(outputSchema !== undefined && {
      outputSchema: { type: 'object', ...outputSchema['~standard'].jsonSchema.output(dialect) },
    }),
    annotations,
    _meta,
  };
}

const dialect = { target: 'draft-2020-12' } as const;
