/** Refs for elements that were found in the browser's own accessibility tree. */
import { renderedParent } from './composed.ts';
import { findHandlers, isInviting, pressReason } from './pressable.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { isInteractive } from './semantics.ts';

/** `null` for what is no element, or cannot be used by a person. */
export function refsOfUsable(nodes: readonly unknown[]): (string | null)[] {
  findHandlers(document.documentElement);
  return nodes.map((node) => (node instanceof Element && isUsable(node) ? refOf(node) : null));
}

function isUsable(element: Element): boolean {
  if (isInteractive(element, roleOf(element))) return true;
  const parent = renderedParent(element);
  return pressReason(element, { inviting: parent !== null && isInviting(parent) }) !== null;
}
