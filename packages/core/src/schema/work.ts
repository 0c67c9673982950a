import { z } from 'zod';

import { type AgentRun, type Question, questionKinds, stepKinds, type Work, workStates } from '../work.ts';

import { isoTime, sha256 } from './text.ts';

export const workSchema: z.ZodType<Work> = z.lazy(() =>
  z.object({
    id: z.string(),
    agentName: z.string(),
    state: z.enum(workStates),
    startedAt: isoTime,
    endedAt: isoTime.exactOptional(),
    plan: z
      .array(z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) }))
      .exactOptional(),
    steps: z.array(workStep()),
    message: z.string().exactOptional(),
    problem: z.string().exactOptional(),
    branch: z
      .object({
        name: z.string(),
        state: z.enum(['open', 'applied', 'discarded', 'conflict']),
        files: z.array(z.string()),
        conflicts: z.array(z.string()).exactOptional(),
        leftOut: z.array(z.string()).exactOptional(),
      })
      .exactOptional(),
    usage: z
      .object({
        tokens: z.number().nonnegative().exactOptional(),
        cost: z
          .object({ amount: z.number().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) })
          .exactOptional(),
        context: z.object({ used: z.number().nonnegative(), size: z.number().positive() }).exactOptional(),
      })
      .exactOptional(),
  }),
);

export const questionSchema: z.ZodType<Question> = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(questionKinds),
    title: z.string(),
    annotationId: z.string().exactOptional(),
    agentName: z.string().exactOptional(),
    askedAt: isoTime,
    // Another address would be a page of a stranger inside the annotated page.
    url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\//, 'must be an address of this machine'),
  }),
);

export const agentRunSchema = z.lazy(() =>
  z.looseObject({
    agentName: z.string(),
    startedAt: isoTime,
    endedAt: isoTime,
    outcome: z.enum(['finished', 'failed', 'stopped']),
    files: z.array(z.string()),
    patch: sha256.exactOptional(),
    seal: z.string().exactOptional(),
    tokens: z.number().nonnegative().exactOptional(),
    cost: z.looseObject({ amount: z.number(), currency: z.string() }).exactOptional(),
  }),
) satisfies z.ZodType<AgentRun>;

function workStep() {
  return z.object({
    id: z.string(),
    kind: z.enum(stepKinds),
    title: z.string(),
    status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
    files: z.array(z.object({ file: z.string(), line: z.int().positive().exactOptional() })),
    diffs: z.array(z.object({ file: z.string(), patch: z.string() })).exactOptional(),
    diffCount: z.int().nonnegative().exactOptional(),
  });
}
