/** Shows open questions where no page can touch them: the extension's popup, or a small window with the same page. */
const page = 'popup.html';
const size = { width: 380, height: 560 } as const;

/** Chrome opens the popup only over a window that the person is looking at. */
export async function showQuestions(): Promise<void> {
  if (await isShown()) return;
  try {
    await chrome.action.openPopup();
  } catch {
    await openWindow();
  }
}

export async function showCount(count: number): Promise<void> {
  await chrome.action.setBadgeBackgroundColor({ color: '#b45309' });
  await chrome.action.setBadgeTextColor({ color: '#ffffff' });
  await chrome.action.setBadgeText({ text: count === 0 ? '' : `${count}?` });
}

/** A popup or window that is open shows a new question by itself. */
async function isShown(): Promise<boolean> {
  const contexts = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.POPUP, chrome.runtime.ContextType.TAB],
  });
  return contexts.some(({ documentUrl }) => documentUrl?.startsWith(chrome.runtime.getURL(page)) === true);
}

async function openWindow(): Promise<void> {
  const windows = await chrome.windows.getAll();
  // The person may be writing in another program: the window must not take the keys that they press.
  const focused = windows.some((window) => window.focused);
  const url = chrome.runtime.getURL(page);
  const opened = await chrome.windows.create({ url: `${url}?window`, type: 'popup', focused, ...size });
  if (!focused && opened?.id !== undefined) await chrome.windows.update(opened.id, { drawAttention: true });
}
