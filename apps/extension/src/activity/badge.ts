/** The badge of the toolbar button: questions to the person, that agents are stopped, and which tab an agent uses. */
export interface BadgeState {
  readonly isStopped: boolean;
  readonly driven: readonly number[];
  /** Number of questions that wait for the person. */
  readonly questions: number;
}

let marked = new Set<number>();

export async function showBadge({ isStopped, driven, questions }: BadgeState): Promise<void> {
  const { text, color, title } = badgeFor(isStopped, questions);
  // A question is shown on every tab, also on those that have a badge of their own otherwise.
  const now = new Set(questions > 0 ? [] : driven);
  const gone = [...marked].filter((id) => !now.has(id));
  marked = now;
  await chrome.action.setBadgeText({ text });
  await chrome.action.setBadgeBackgroundColor({ color });
  await chrome.action.setBadgeTextColor({ color: '#ffffff' });
  await chrome.action.setTitle({ title });
  const shown = [...now].map((tabId) => setForTab(tabId, 'on', 'annotate-mcp: an agent is using this tab'));
  await Promise.all([...shown, ...gone.map((tabId) => setForTab(tabId, '', ''))]);
}

function badgeFor(isStopped: boolean, questions: number): { text: string; color: string; title: string } {
  if (questions > 0)
    return { text: `${questions}?`, color: '#b45309', title: 'annotate-mcp: an agent asks for permission' };
  if (isStopped) return { text: 'off', color: '#be123c', title: 'annotate-mcp: all agents are stopped' };
  return { text: '', color: '#2563eb', title: 'annotate-mcp' };
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
