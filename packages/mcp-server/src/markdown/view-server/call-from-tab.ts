import type { CallToolResult } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';
import { openTool, tokenKey, type ViewCredentials } from '@annotate-mcp/markdown/view-protocol';
import { viewTools } from '@annotate-mcp/markdown/view-tools';

import { toRefusal } from '../../errors.ts';
import { callViewTool, refused, type ViewToolDeps } from '../app-tools/call-view-tool.ts';
import { openedResult, type ViewRegistry } from '../views/view-registry.ts';

export interface TabCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Of the view that the tab shows, from its address and its token. */
  credentials: ViewCredentials;
}

/** A tab can call the same tools as a view in a host, for its own view only. */
export async function callFromTab(
  { name, credentials, arguments: args }: TabCall,
  deps: ViewToolDeps,
): Promise<CallToolResult> {
  if (name === openTool) return openAgain(credentials, deps.views);
  const tool = viewTools.find((each) => each.name === name);
  if (tool === undefined) return refused(toRefusal(unknownToolError(name)));
  return callViewTool(tool, { ...args, ...credentials }, deps);
}

/** Opens no other file: the address of the tab names its view. */
function openAgain(credentials: ViewCredentials, views: ViewRegistry): CallToolResult {
  const open = views.authenticate(credentials);
  return {
    content: [],
    structuredContent: { ...openedResult(open) },
    _meta: { [tokenKey]: open.view.token },
  };
}

function unknownToolError(name: string): AnnotateError {
  return new AnnotateError('query/invalid', `The page has no tool ${JSON.stringify(name.slice(0, 60))}.`, {
    hint: `There are: ${viewTools.map((tool) => tool.name).join(', ')}.`,
  });
}
