import type { ClientFacts } from '../../client.ts';
/** The view in a browser tab: for clients that show no views, and for hosts that never show the one that they were given. */
import { toRefusal } from '../../errors.ts';
import type { MarkdownService, ViewDisplay } from '../service.ts';
import type { OpenView } from '../views/view-registry.ts';
import type { View } from '../views/view.ts';

const noTab =
  'The page that shows the file could not be served here; the person can run "npx annotate-mcp review FILE". Discuss the blocks by id; get_pages has their text.';

const openAlready =
  'The person has the review open in a browser tab already. If they cannot find it, "npx annotate-mcp review FILE" opens another.';

/** For clients that show no views: the person gets the view in a browser tab. */
export async function showInTab(view: View, display: ViewDisplay): Promise<object> {
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

/** For a host that shows views, and has not shown this one in time: the person sees nothing yet. */
export async function offerTab(
  { view, reviewed }: OpenView,
  { markdown: { display }, client }: { markdown: MarkdownService; client: ClientFacts },
): Promise<{ url?: string; hint?: string }> {
  if (!client.showsViews || display === null || !reviewed.presence.isMissing) return {};
  reviewed.presence.markMissingTold();
  const url = await createUrl(view, display);
  return url === null ? { hint: `${neverShown} ${noTab}` } : { url, hint: `${neverShown} ${givesTab}` };
}

const neverShown = 'This client has not shown the review: the person sees nothing.';
const givesTab =
  'Give the person the url, which opens it in a browser. Do not open it yourself: it works once. Then go on waiting.';
