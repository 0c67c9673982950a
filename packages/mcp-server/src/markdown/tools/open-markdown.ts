import { z } from 'zod';

import { tokenKey, viewResources } from '@annotate-mcp/markdown/view-protocol';

import { toRefusal } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { MarkdownContext } from '../context.ts';
import { outlineOf } from '../outline.ts';
import type { ReviewPage } from '../page/review-page.ts';
import { type MarkdownReview, openedAs, type Seat } from '../review.ts';
import type { View } from '../views/view.ts';

import { mode } from './commands/fields.ts';

export const openMarkdown = defineTool({
  name: 'open_markdown',
  title: 'Review a Markdown file',
  description:
    'Show a Markdown file to the person, who comments on what they select. Then listen with interact: get_comments {wait: true}. mode edit (default): comments are edit instructions; review: a list of points, the file stays untouched until each is approved.',
  input: z.object({ path: z.string().min(1).max(4_096), mode: mode.optional() }),
  output: z.looseObject({ viewUUID: z.string() }),
  hints: { readOnlyHint: true },
  meta: { ui: { resourceUri: viewResources.view }, 'ui/resourceUri': viewResources.view },
  run: async (input, { review, client, agent }: MarkdownContext) => {
    const { surface } = review;
    const showsView = client.showsViews && surface !== null;
    const seat = await review.open({
      ...input,
      agentName: agent.actor.agentName,
      clientRoots: await client.roots(),
      // A tab that shows the file already will do; a host shows each result anew.
      again: !showsView,
    });
    const opened = openedAs(seat);
    if (showsView) return { ...opened, _meta: { [tokenKey]: seat.view.token } };
    const shown = surface === null ? { hint: noView } : await shownOn(surface.page, seat, review);
    return { ...opened, ...shown, ...outlineOf(seat.file.document) };
  },
});

const noView = 'There is no view here. Discuss the blocks by id; get_pages has their text.';

const noPage =
  'The page that shows the file could not be served here; the person can run "npx annotate-mcp review FILE". Discuss the blocks by id; get_pages has their text.';

/** Where no view is shown the person gets it in a browser, and the agent the blocks to talk about. */
async function shownOn(page: ReviewPage, { view }: Seat, { options }: MarkdownReview): Promise<object> {
  const url = await addressOn(page, view, options.debug);
  if (url === null) return { hint: noPage };
  if (view.waiting > 0) return { url, hint: 'The person has the review open already.' };
  const isOpened = await opensIn(options.openUrl, url);
  return {
    url,
    hint: isOpened ? 'The review opens in the browser.' : 'Give the person the url: the review is there.',
  };
}

/** `null` where no port may be listened on, as in some sandboxes. */
async function addressOn(
  page: ReviewPage,
  view: View,
  debug: MarkdownReview['options']['debug'],
): Promise<string | null> {
  try {
    return await page.urlOf(view);
  } catch (error) {
    debug?.(`review page: ${toRefusal(error).error}`);
    return null;
  }
}

async function opensIn(openUrl: MarkdownReview['options']['openUrl'], url: string): Promise<boolean> {
  try {
    return openUrl !== undefined && (await openUrl(url)) !== false;
  } catch {
    // No browser to be had; the address does as well.
    return false;
  }
}
