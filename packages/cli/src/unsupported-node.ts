import { describeOldNode } from '@annotate-mcp/store/node-version';

/** The error for a Node without `node:sqlite`; `null` when this version is supported. */
export function unsupportedNode(version: string): { message: string; hint: string } | null {
  const message = describeOldNode(version);
  if (message === null) return null;
  return {
    message,
    hint: 'Install a current Node from https://nodejs.org, or let your agent start a newer one: give its path as "command" in the MCP configuration.',
  };
}
