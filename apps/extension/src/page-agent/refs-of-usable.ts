/** Refs for elements that were found in the browser's own accessibility tree. */
import { renderedParent } from './composed.ts';
import type { Listening } from './handlers.ts';
import { findHandlers, isDropTarget, invitationOf, noteItems, pressReason } from './pressable.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { isInteractive } from './semantics.ts';

/** `null` for what is no element, or cannot be used by a person. */
export function refsOfUsable(nodes: readonly unknown[], listening: Listening): (string | null)[] {
  findHandlers(document.documentElement, listening);
  for (const node of nodes) if (node instanceof Element) noteItems(node);
  return nodes.map((node) => (node instanceof Element && isUsable(node) ? refOf(node) : null));
}

function isUsable(element: Element): boolean {
  if (isInteractive(element, roleOf(element)) || isDropTarget(element)) return true;
  const parent = renderedParent(element);
  const inviting = parent === null ? null : invitationOf(parent);
  return pressReason(element, { inviting, naming: false }, invitationOf(element)) !== null;
}
