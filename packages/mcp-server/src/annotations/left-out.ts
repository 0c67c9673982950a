/** Tells an agent how many annotations it does not get, and why. */
import { type AgentStore, howToAdopt } from '../agent-store.ts';

export interface LeftOut {
  /** Sentences; missing when nothing is left out. */
  leftOut?: string[];
}

export async function describeLeftOut(store: AgentStore): Promise<LeftOut> {
  const { withheld, unreadable } = await store.countLeftOut();
  const leftOut = [...describeWithheld(withheld), ...describeUnreadable(unreadable)];
  return leftOut.length === 0 ? {} : { leftOut };
}

export function describeWithheld(count: number): string[] {
  if (count === 0) return [];
  const what =
    count === 1
      ? '1 comment came with the repository and waits'
      : `${count} comments came with the repository and wait`;
  return [`${what} for the person. ${howToAdopt}`];
}

function describeUnreadable(count: number): string[] {
  if (count === 0) return [];
  const what =
    count === 1
      ? '1 record of the store cannot be read and is'
      : `${count} records of the store cannot be read and are`;
  return [`${what} not listed. Tell the person: "npx annotate-mcp doctor" names them.`];
}
