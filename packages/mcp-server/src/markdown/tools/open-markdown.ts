import { z } from 'zod';

import { openTool, tokenKey, viewResources } from '@annotate-mcp/markdown/view-protocol';

import { toRefusal } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { ViewDisplay } from '../service.ts';
import { openedResult } from '../views/view-registry.ts';
import type { View } from '../views/view.ts';

import { mode } from './commands/fields.ts';
import type { MarkdownContext } from './markdown-context.ts';
import { outlineOf } from './outline.ts';
import { briefVerdict } from './review-end.ts';
import { leftOutOf } from './submitted-comments.ts';

export const openMarkdown = defineTool({
  name: openTool,
  title: 'Review a Markdown file',
  description:
    'Show a Markdown file to the person, who comments on what they select. Then listen with interact: get_comments {wait: true}. mode edit (default): comments are edit instructions; review: a list of points, the file stays untouched until each is approved.',
  input: () => z.object({ path: z.string().min(1).max(4_096), mode: mode().optional() }),
  output: () => z.looseObject({ viewUUID: z.string() }),
  hints: { readOnlyHint: true },
  meta: { ui: { resourceUri: viewResources.view }, 'ui/resourceUri': viewResources.view },
  run: async (input, { markdown, client, agent }: MarkdownContext) => {
    const { views, display } = markdown;
    const showsView = client.showsViews && display !== null;
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

const noTab =
  'The page that shows the file could not be served here; the person can run "npx annotate-mcp review FILE". Discuss the blocks by id; get_pages has their text.';

const openAlready =
  'The person has the review open in a browser tab already. If they cannot find it, "npx annotate-mcp review FILE" opens another.';

/** For clients that show no views: the person gets the view in a browser tab. */
async function showInTab(view: View, display: ViewDisplay): Promise<object> {
  // No address: one that the person does not need would open their review to another reader.
  if (view.waiting > 0) return { hint: openAlready };
  const url = await createUrl(view, display);
  if (url === null) return { hint: noTab };
  const isOpened = await openTab(url, display.openUrl);
  return {
    url,
    hint: isOpened
      ? 'The review opens in the browser. Do not open the url yourself: it works once.'
      : 'Give the person the url: the review is there. Do not open it yourself: it works once.',
  };
}

/** `null` where a process may not listen on a port, as in some sandboxes. */
async function createUrl(view: View, { server, debug }: ViewDisplay): Promise<string | null> {
  try {
    return await server.createUrl(view);
  } catch (error) {
    debug(`review page: ${toRefusal(error).error}`);
    return null;
  }
}

async function openTab(url: string, openUrl: ViewDisplay['openUrl']): Promise<boolean> {
  try {
    return openUrl !== undefined && (await openUrl(url)) !== false;
  } catch {
    // There is no browser here; the agent passes the address on instead.
    return false;
  }
}
