import type { Store, Subscription } from '@annotate-mcp/store';

import { printable, type Terminal } from '../terminal.ts';

/** Prints what the person is asked and where they answer, each question once. */
export function printQuestions(
  store: Store,
  { print }: Terminal,
  onError: (error: unknown) => void,
): Subscription {
  const printed = new Set<string>();
  return store.questions.subscribe({
    records: (questions) => {
      for (const { id, title, url } of questions) {
        if (printed.has(id)) continue;
        printed.add(id);
        print(`${printable(title)} Answer in the page, or at ${url}`);
      }
    },
    error: onError,
  });
}
