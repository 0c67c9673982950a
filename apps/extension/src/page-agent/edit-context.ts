/**
 * Editors that draw their text themselves. They take what is typed from an `EditContext`, which TypeScript does not know
 * yet, or from an invisible text area that does not hold the text of the editor.
 */
import { renderedParent, styleOf } from '@annotate-mcp/page-facts/elements';

import { seenAround } from './seen.ts';
import { isConcealed, isCutAway, isTiny } from './styles.ts';

/** What this code uses of https://w3c.github.io/edit-context/. */
interface EditContext {
  /** As much of the text of the editor as it has passed on, such as the line that the caret is in. */
  readonly text: string;
}

export function editContextOf(element: Element): EditContext | null {
  if (!('editContext' in element)) return null;
  const { editContext } = element;
  if (typeof editContext !== 'object' || editContext === null || !('text' in editContext)) return null;
  return typeof editContext.text === 'string' ? { text: editContext.text } : null;
}

/** The text is elsewhere, so that only the keyboard can select all of it. */
export function isKeyReceiver(element: Element): boolean {
  if (editContextOf(element) !== null) return true;
  if (!(element instanceof HTMLTextAreaElement)) return false;
  const parent = renderedParent(element);
  const isCutOff = parent !== null && isCutAway(parent);
  return isTiny(element) || isConcealed(element) || isCutOff || styleOf(element).opacity === '0';
}

/** What the editor draws. As it is there for the eyes only, it is hidden from assistive technology. */
export function drawnText(field: Element): string {
  if (!isKeyReceiver(field)) return '';
  const drawn = [...(seenAround(field)?.querySelectorAll<HTMLElement>('[aria-hidden=true]') ?? [])];
  // Numbers of lines are drawn, too.
  return drawn
    .map(({ innerText }) => innerText)
    .reduce((one, other) => (other.length > one.length ? other : one), '');
}
