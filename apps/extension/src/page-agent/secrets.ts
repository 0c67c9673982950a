import { redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';
/** What of a page agents do not see, unless the person has allowed it on its site. Passwords they never see here. */
import { nameOf, roleOf } from '@annotate-mcp/page-facts/elements';

import { createSharedMask } from '../secrets/shared-text.ts';

import { isPasted, pastedTexts } from './pasted.ts';

/** What the person has allowed on the site of this document. */
export interface ShownSecrets {
  readonly secrets: boolean;
  readonly pasted: boolean;
  /** What was pasted in this tab and is hidden, wherever it is now. */
  readonly hidden: readonly string[];
}

const nothingShown: ShownSecrets = { secrets: false, pasted: false, hidden: [] };
let shown = nothingShown;
/** Made once for all texts of an answer. */
let hide: ((text: string) => string) | null = null;

/** Runs `work`, which must not be asynchronous, and masks in it what is not shown. */
export function whileShown<T>(now: ShownSecrets | undefined, work: () => T): T {
  shown = now ?? nothingShown;
  hide = createSharedMask(shown.pasted ? shown.hidden : [...shown.hidden, ...pastedTexts()]);
  try {
    return work();
  } finally {
    shown = nothingShown;
    hide = null;
  }
}

/** Whether what the element contains is to be masked. */
export function isMasked(element: Element): boolean {
  return (!shown.secrets && isNamedSecret(element)) || (!shown.pasted && isPasted(element));
}

export function isSecret(element: Element): boolean {
  return isNamedSecret(element) || isPasted(element);
}

function isNamedSecret(element: Element): boolean {
  return holdsSecret(element, (field) => nameOf(field, roleOf(field)));
}

/** The same for elements that were found in the browser's own accessibility tree. */
export function areSecret(nodes: readonly unknown[]): boolean[] {
  return nodes.map((node) => node instanceof Element && isSecret(node));
}

export function maskText(text: string): string {
  return (hide ?? createSharedMask(pastedTexts()))(shown.secrets ? text : redactText(text));
}
