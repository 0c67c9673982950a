/** A question to the person, and how it can be answered. */
import { z } from 'zod';

import { type Permission, permissions } from './settings.ts';

export const questionSchema = z.object({
  id: z.uuid(),
  /** Name of the agent, as it calls itself. */
  agent: z.string(),
  /** Name of the project that the extension is connected to; empty if it is not known. */
  project: z.string(),
  site: z.string(),
  /** The site of the page, if the question is about a frame in it. */
  inside: z.string().exactOptional(),
  permission: z.enum(permissions),
  /** `null` if there is no tab yet, or if it is about no tab. */
  tabId: z.int().nullable(),
  /** Title of the page, which the page chose. Empty if there is no page yet. */
  title: z.string(),
  /** What the agent wants to do, in words. */
  wants: z.string(),
  /** The agent's own code, if it wants to run some. */
  code: z.string().exactOptional(),
  /** The exact command, so that "once" allows this one and no other. */
  command: z.string(),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
});
export type Question = z.output<typeof questionSchema>;

/** Shortens what the page or the agent has chosen. */
export function createQuestion(about: Omit<Question, 'id' | 'askedAt'>): Question {
  return {
    ...about,
    id: crypto.randomUUID(),
    agent: about.agent.slice(0, 100),
    project: about.project.slice(0, 100),
    title: about.title.slice(0, 300),
    askedAt: Date.now(),
  };
}

/** `later` is no decision: the command is refused, and the question is not asked again for a while. */
export const answers = ['once', 'tab', 'always', 'never', 'later'] as const;
export type Answer = (typeof answers)[number];

/** Two commands that need the same permission on the same site in the same tab have one question. */
export function isSameQuestion(
  a: Pick<Question, 'site' | 'permission' | 'tabId'>,
  b: Pick<Question, 'site' | 'permission' | 'tabId'>,
): boolean {
  return a.site === b.site && a.permission === b.permission && a.tabId === b.tabId;
}

export interface GivenAnswer {
  readonly answer: Answer;
  /** For a question about reading: the person allowed more than that. */
  readonly permission: Permission;
}
