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
      for (const { id, agentName, title, url } of questions) {
        if (printed.has(id)) continue;
        printed.add(id);
        const asked = agentName === undefined ? title : `${agentName} asks: ${title}`;
        const end = /[.?!]$/.test(asked) ? '' : '.';
        print(`${printable(asked)}${end} Answer in the page, or at ${url}`);
      }
    },
    error: onError,
  });
}
