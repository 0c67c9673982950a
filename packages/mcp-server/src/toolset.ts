import type { McpServer } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';

import type { ToolHost } from './register-tool.ts';

/** Tools that belong together. A server can offer only some toolsets, because each tool costs the agent tokens. */
export interface Toolset {
  name: string;
  /** What the server tells an agent about the toolset when it connects. */
  instructions: string;
  register(server: McpServer, host: ToolHost): void;
}

/** Returns all available toolsets if no names are given. Throws if a name is not available. */
export function chooseToolsets(
  names: readonly string[] | undefined,
  available: readonly Toolset[],
): readonly Toolset[] {
  if (names === undefined || names.length === 0) return available;
  return names.map((name) => {
    const toolset = available.find((each) => each.name === name);
    if (toolset === undefined) throw unknownToolsetError(name, available);
    return toolset;
  });
}

function unknownToolsetError(name: string, available: readonly Toolset[]): AnnotateError {
  return new AnnotateError('query/invalid', `There is no toolset "${name}".`, {
    hint: `Choose from: ${available.map((each) => each.name).join(', ')}.`,
  });
}
