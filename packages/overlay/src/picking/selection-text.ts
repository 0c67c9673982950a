import { windowOfFrame } from '../window/focused-frames.ts';

const limit = 5000;

/** What the person had selected, in the page or in the same-origin frame with the focus; `undefined` when nothing. */
export function selectionText(pageWindow: Window, overlay?: Element): string | undefined {
  const selection = pageWindow.getSelection();
  const text = selection?.toString().trim() ?? '';
  if (selection !== null && text !== '' && !isInOverlay(selection, overlay)) return text.slice(0, limit);
  const frame = windowOfFrame(pageWindow.document.activeElement);
  return frame ? selectionText(frame) : undefined;
}

function isInOverlay(selection: Selection, overlay: Element | undefined): boolean {
  const node = selection.anchorNode;
  if (overlay === undefined || node === null) return false;
  const root = node.getRootNode();
  return overlay.contains(node) || ('host' in root && root.host === overlay);
}
