import type { CallToolResult } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';
import { tokenKey, type ViewCredentials } from '@annotate-mcp/markdown/view-protocol';

import { toRefusal } from '../../errors.ts';
import { type AppCall, callAppTool, refused } from '../app-tools/app-tool.ts';
import { appTools } from '../app-tools/index.ts';
import { type MarkdownReview, openedAs } from '../review.ts';
import { openMarkdown } from '../tools/open-markdown.ts';

export interface PageCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Which view the page is of, by its address and what it showed. */
  visitor: ViewCredentials;
}

/** A page has the tools that a view has in a host, and stands for one view only. */
export async function callFromPage(asked: PageCall, call: AppCall): Promise<CallToolResult> {
  const { name, visitor, arguments: args } = asked;
  if (name === openMarkdown.name) return openAgain(visitor, call.review);
  const tool = appTools.find((each) => each.name === name);
  if (tool === undefined) return refused(toRefusal(noTool(name)));
  return callAppTool(tool, { ...args, ...visitor }, call);
}

/** Opens no other file: which one this is for was decided when the page was made. */
function openAgain(visitor: ViewCredentials, review: MarkdownReview): CallToolResult {
  const seat = review.admit(visitor);
  return {
    content: [],
    structuredContent: { ...openedAs(seat) },
    _meta: { [tokenKey]: seat.view.token },
  };
}

function noTool(name: string): AnnotateError {
  return new AnnotateError('query/invalid', `The page has no tool ${JSON.stringify(name.slice(0, 60))}.`, {
    hint: `There are: ${appTools.map((tool) => tool.name).join(', ')}.`,
  });
}
