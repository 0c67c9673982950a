import type { McpServer } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { registerAnnotations } from './annotations/register.ts';
import type { BrowserParts } from './browser/browser.ts';
import { registerBrowser } from './browser/register.ts';
import { registerMarkdown } from './markdown/register.ts';
import type { MarkdownReview } from './markdown/review.ts';
import type { ToolHost } from './tool.ts';

/** A family that can be left out, so that nobody pays tokens for what they do not use. */
export interface Toolset {
  name: string;
  /** What an agent is told of it when it connects. */
  instructions: string;
  /** `null` when it cannot be offered with what there is. */
  registerFor(parts: Parts): ((server: McpServer, host: ToolHost) => void) | null;
}

/** What a server is put together from. */
export interface Parts {
  store: Store;
  review?: MarkdownReview | undefined;
  browser?: BrowserParts | undefined;
}

const toolsets: readonly Toolset[] = [
  {
    name: 'annotations',
    instructions:
      'People point at things in their running app or text and say what should change. Take their annotations with get_all_pending, acknowledge before editing, resolve when saved, then listen with watch_annotations.',
    registerFor:
      ({ store }) =>
      (server, host) =>
        registerAnnotations(server, host, store),
  },
  {
    name: 'markdown',
    instructions:
      'To have a Markdown file reviewed, show it with open_markdown and take the comments with interact.',
    registerFor: ({ store, review }) =>
      review === undefined ? null : (server, host) => registerMarkdown(server, host, { store, review }),
  },
  {
    name: 'browser',
    instructions: 'The browser_* tools are their own Chrome: look at what you changed.',
    registerFor: ({ browser }) => (browser === undefined ? null : registerBrowser),
  },
];

/** All unless some are named; `browser` cannot be named where there is no bridge to one. */
export function chooseToolsets(
  names: readonly string[] | undefined,
  { hasBrowser = false } = {},
): readonly Toolset[] {
  if (names === undefined || names.length === 0) return toolsets;
  return names.map((name) => {
    const toolset = toolsets.find((each) => each.name === name);
    if (toolset !== undefined && (name !== 'browser' || hasBrowser)) return toolset;
    const offered = toolsets.map((each) => each.name).filter((each) => each !== 'browser' || hasBrowser);
    throw new AnnotateError('query/invalid', `There is no toolset "${name}".`, {
      hint:
        name === 'browser'
          ? 'Start "annotate-mcp serve" and connect to its /mcp address: it has the bridge to the browser.'
          : `Choose from: ${offered.join(', ')}.`,
    });
  });
}
