/** What of a page agents do not see, unless the person has allowed secrets on its site. Passwords they never see here. */
import { redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { nameOf } from './names.ts';
import { roleOf } from './roles.ts';

let areShown = false;

/** Runs `work`, which must not be asynchronous, with or without masking. */
export function whileSecretsShow<T>(isAllowed: boolean, work: () => T): T {
  areShown = isAllowed;
  try {
    return work();
  } finally {
    areShown = false;
  }
}

/** Whether what the element contains is to be masked. */
export function isMasked(element: Element): boolean {
  return !areShown && isSecret(element);
}

export function isSecret(element: Element): boolean {
  return holdsSecret(element, (field) => nameOf(field, roleOf(field)));
}

/** The same for elements that were found in the browser's own accessibility tree. */
export function areSecret(nodes: readonly unknown[]): boolean[] {
  return nodes.map((node) => node instanceof Element && isSecret(node));
}

export function maskText(text: string): string {
  return areShown ? text : redactText(text);
}
