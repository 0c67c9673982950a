import { z } from 'zod';

import { openTool, tokenKey, viewResources } from '@annotate-mcp/markdown/view-protocol';

import { defineTool } from '../../tool.ts';
import { openedResult } from '../views/view-registry.ts';

import { mode } from './commands/fields.ts';
import type { MarkdownContext } from './markdown-context.ts';
import { outlineOf } from './outline.ts';
import { briefVerdict } from './review-end.ts';
import { showInTab } from './review-tab.ts';
import { leftOutOf } from './submitted-comments.ts';

export const openMarkdown = defineTool({
  name: openTool,
  title: 'Review a Markdown file',
  description:
    'Show a Markdown file to the person, who comments on what they select. Then listen with interact: get_comments {wait: true}. mode edit (default): comments are edit instructions; review: a list of points, the file stays untouched until each is approved. in "tab": in a browser tab, where the host shows nothing.',
  input: () =>
    z.object({ path: z.string().min(1).max(4_096), mode: mode().optional(), in: z.enum(['tab']).optional() }),
  output: () => z.looseObject({ viewUUID: z.string() }),
  hints: { readOnlyHint: true },
  meta: { ui: { resourceUri: viewResources.view }, 'ui/resourceUri': viewResources.view },
  run: async ({ in: place, ...input }, { markdown, client, agent }: MarkdownContext) => {
    const { views, display } = markdown;
    const showsView = client.showsViews && display !== null && place === undefined;
    const open = await views.open({
      ...input,
      agentName: agent.actor.agentName,
      clientRoots: await client.roots(),
      // A tab that shows the file already is enough; a host shows each result in a new frame.
      reuseView: !showsView,
    });
    const { document } = open.reviewed;
    const opened = { ...openedResult(open), ...briefVerdict(document.verdict), ...leftOutOf(document) };
    if (showsView) return { ...opened, _meta: { [tokenKey]: open.view.token } };
    const shown = display === null ? { hint: noView } : await showInTab(open.view, display);
    return { ...opened, ...shown, ...outlineOf(document) };
  },
});

const noView = 'There is no view here. Discuss the blocks by id; get_pages has their text.';
