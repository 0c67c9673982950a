/** Shows open questions where no page can touch them: the extension's popup, or a small window with the same page. */
import { inViewMessage, windowSearch } from './messages.ts';

const page = 'popup.html';
const size = { width: 380, height: 560 } as const;

/** Chrome opens the popup only over a window that the person is looking at, and not always then. */
const popupMs = 2_000;

export async function showQuestions(): Promise<void> {
  if (await isShown()) return;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), popupMs));
  const opened = chrome.action.openPopup().then(
    () => true,
    () => false,
  );
  if (await Promise.race([opened, late])) return;
  // On a busy machine the popup may be there although Chrome has not said so yet.
  if (!(await isShown())) await openWindow();
}

/** A popup or window that the person sees shows a new question by itself. */
async function isShown(): Promise<boolean> {
  // Rejects while no page is open, and resolves without an answer if none is in view.
  return (await chrome.runtime.sendMessage<string, unknown>(inViewMessage).catch(() => false)) === true;
}

async function openWindow(): Promise<void> {
  const windows = await chrome.windows.getAll();
  // The person may be writing in another program: the window must not take the keys that they press.
  const focused = windows.some((window) => window.focused);
  const url = `${chrome.runtime.getURL(page)}${windowSearch}`;
  const [open] = await chrome.tabs.query({ url });
  const windowId =
    open?.windowId ?? (await chrome.windows.create({ url, type: 'popup', focused, ...size }))?.id;
  if (!focused && windowId !== undefined) await chrome.windows.update(windowId, { drawAttention: true });
}
