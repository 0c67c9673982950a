/** What the extension shows, as text. */
import type { CountsParams, ShownThread } from '@annotate-mcp/lsp/protocol';

/** Of a thread: what it is about and what it waits for. */
export function labelOf({ title, notes, isFromRepository }: ShownThread): string {
  const origin = isFromRepository ? 'Not trusted: ' : '';
  return [`${origin}${title}`, ...notes].join(' · ');
}

/** Conditions of menus look for these words. */
export function contextOf({ actions, link, isFromRepository }: ShownThread): string {
  return [...actions, ...(link === null ? [] : ['page']), ...(isFromRepository ? [] : ['copy'])].join(' ');
}

/** Of the status bar; `null` where there is nothing to say. */
export function statusOf(counts: CountsParams): { text: string; tooltip: string; isUrgent: boolean } | null {
  const { open, waiting, resolved, withoutPlace } = counts;
  if (open + waiting + resolved === 0) return null;
  const tooltip = [
    `${open} open`,
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ...(withoutPlace > 0 ? [`${withoutPlace} of them without a place in a file`] : []),
  ].join(', ');
  return {
    text: `$(comment-discussion) ${open + waiting}`,
    tooltip: `Comments: ${tooltip}`,
    isUrgent: waiting > 0,
  };
}
