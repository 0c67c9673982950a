/** Tells an agent whose session begins how many annotations wait. It gets numbers only, and no text of any of them. */
import { waitsForPerson } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import { removeOldSessions } from './session-files.ts';

export interface SessionStartAnswer {
  hookSpecificOutput: { hookEventName: 'SessionStart'; additionalContext: string };
}

/** `null` when there is nothing to say. */
export async function answerSessionStart(store: Store, now: Date): Promise<SessionStartAnswer | null> {
  removeOldSessions(now);
  const waiting = await countWaiting(store);
  const withheld = await store.count({ status: ['pending'], origin: 'repository' });
  const sentences = [...describeWaiting(waiting), ...describeWithheld(withheld)];
  if (sentences.length === 0) return null;
  const additionalContext = `annotate-mcp: ${sentences.join(' ')}`;
  return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } };
}

/** What an agent has answered, or the person has stopped, waits for the person; so does what is assigned to one. */
async function countWaiting(store: Store): Promise<number> {
  let count = 0;
  for await (const annotation of everyAnnotation(store, { status: ['pending'], origin: 'own' }))
    if (!waitsForPerson(annotation) && annotation.assignee?.type !== 'person') count++;
  return count;
}

function describeWaiting(count: number): string[] {
  if (count === 0) return [];
  const subject = count === 1 ? '1 annotation waits' : `${count} annotations wait`;
  return [
    `${subject} for an agent in this project. The tool get_all_pending of the MCP server annotate lists what waits. Work on it when the person asks for it, and mention it to them otherwise.`,
  ];
}

function describeWithheld(count: number): string[] {
  if (count === 0) return [];
  const subject = count === 1 ? '1 annotation came' : `${count} annotations came`;
  return [
    `${subject} with the repository and ${count === 1 ? 'waits' : 'wait'} for the person, who decides with Trust in the page or with "annotate-mcp trust". Do not run that for them.`,
  ];
}
