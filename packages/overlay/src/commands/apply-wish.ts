/** Has the person asked whether what they tried is written into its file. Loaded with the composer and the thread. */
import { type Annotation, type Wish, writeRequest } from '@annotate-mcp/core';

import { offerApply } from '../panels/hub-requests.ts';
import type { OverlayState } from '../state/state.ts';

import type { CommandDeps } from './commands.ts';
import { notify, reasonOf } from './notify.ts';

/** One text and nothing besides, also not in words. Whether it can be written, only its file says. */
export function isApplicable(wishes: readonly Wish[], words: string): boolean {
  const [wish, ...more] = wishes;
  if (wish?.what !== 'text' || more.length > 0) return false;
  return words.trim() === '' || words.trim() === writeRequest(wishes);
}

export function canApply(annotation: Annotation, { me }: Pick<OverlayState, 'me'>): boolean {
  const { status, origin, annotationText } = annotation;
  if (!me.local || !('wishes' in annotation) || origin === 'repository') return false;
  return (status === 'draft' || status === 'pending') && isApplicable(annotation.wishes, annotationText);
}

/** Once the hub has the comment. Its thread shows the question, or why an agent gets it. */
export async function applySent(deps: CommandDeps, id: string): Promise<void> {
  const { container, config } = deps;
  const { dispatch } = container;
  await whenStored(container, id);
  try {
    const handedOn = await offerApply(config.hub, id);
    dispatch({ type: 'thread:open', id });
    if (handedOn !== null) notify(dispatch, handedOn, 'problem');
  } catch (error) {
    notify(dispatch, `Not applied, and kept in the batch: ${reasonOf(error)}`, 'problem');
  }
}

function whenStored({ get, subscribe }: CommandDeps['container'], id: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { annotations, unsent } = get();
      if (!annotations.has(id) || unsent.has(id)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(check);
    check();
  });
}
