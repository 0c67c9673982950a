/** The badge of the toolbar button: which tab an agent uses, and that agents are stopped. */
export interface BadgeState {
  readonly isStopped: boolean;
  readonly driven: readonly number[];
}

let marked = new Set<number>();

export async function showBadge({ isStopped, driven }: BadgeState): Promise<void> {
  const now = new Set(driven);
  const gone = [...marked].filter((id) => !now.has(id));
  marked = now;
  const { action } = chrome;
  await action.setBadgeText({ text: isStopped ? 'off' : '' });
  await action.setBadgeBackgroundColor({ color: isStopped ? '#be123c' : '#2563eb' });
  await action.setBadgeTextColor({ color: '#ffffff' });
  await action.setTitle({ title: isStopped ? 'annotate-mcp: all agents are stopped' : 'annotate-mcp' });
  // A tab may be closed meanwhile; then there is nothing to show.
  const shown = [...now].map((tabId) => setForTab(tabId, 'on', 'annotate-mcp: an agent is using this tab'));
  await Promise.all([...shown, ...gone.map((tabId) => setForTab(tabId, '', ''))]);
}

async function setForTab(tabId: number, text: string, title: string): Promise<void> {
  try {
    // Without a text, the tab has the badge of all tabs again.
    await chrome.action.setBadgeText(text === '' ? { tabId } : { tabId, text });
    await chrome.action.setTitle({ tabId, title });
  } catch {
    // The tab is closed, and its badge with it.
  }
}
