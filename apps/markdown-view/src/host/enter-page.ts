/**
 * Gets the token of the view for a browser tab. The address of the tab ends with a code that works once; what the tab got
 * for it is kept for as long as the tab is open, so that it can be loaded again.
 */
import { recordOf } from './tool-answer.ts';

export async function enterPage(storage: Storage | null): Promise<string> {
  const code = decodeURIComponent(location.hash.slice(1));
  const kept = storage?.getItem(location.pathname) ?? null;
  if (code === '') return kept ?? '';
  // The same address may be opened in the same tab again.
  const token = kept ?? (await exchange(code));
  storage?.setItem(location.pathname, token);
  // A code in the history or in a bookmark would open nothing.
  history.replaceState(history.state, '', location.pathname);
  return token;
}

async function exchange(code: string): Promise<string> {
  const response = await fetch('./enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = recordOf(await response.json().catch(() => null));
  if (response.ok && typeof answer.token === 'string') return answer.token;
  throw new Error(response.status === 403 ? addressUsed : reviewEnded);
}

const addressUsed =
  'This address was used already: it opens one tab, and only once. Continue in that tab, ask your agent to open the file again, or run "npx annotate-mcp review FILE". If you did not open it yourself, another program did, and can read that review.';
const reviewEnded =
  'This review has ended; its comments are kept. Ask your agent to open the file again, or run "npx annotate-mcp review FILE".';
