/**
 * Apply writes what a person tried in the page, after they have confirmed it. While they are asked, it holds the
 * annotation as an agent does, so that no agent begins with it. It is no agent that a person can give work to.
 */
import type { Annotation, Claim } from './annotation.ts';
import type { Actor } from './lifecycle.ts';

/** As its replies are signed. */
export const applyName = 'Apply';

const idPrefix = 'apply:';

/** `id` is another one for each question. */
export function applyHolder(id: string): Extract<Actor, { type: 'agent' }> {
  return { type: 'agent', agentId: `${idPrefix}${id}`, agentName: applyName };
}

export function isApply({ agentId }: Pick<Claim, 'agentId'>): boolean {
  return agentId.startsWith(idPrefix);
}

/** The person is asked whether what they tried is written. */
export function awaitsApply(annotation: Annotation): boolean {
  return annotation.status === 'acknowledged' && isApply(annotation.claim);
}
