/** What the person can do with an annotation in an editor: core's actions, with a title and when each is offered. */
import { randomUUID } from 'node:crypto';

import { type Annotation, lifecycle, type MoveName, type PersonAction } from '@annotate-mcp/core';

import { type ActionName, actionNames } from '../protocol.ts';

export interface EditorAction {
  readonly name: ActionName;
  readonly title: string;
  readonly isOffered: (annotation: Annotation) => boolean;
  /** An editor without an input field cannot offer it. */
  readonly needsMessage: boolean;
  readonly toPersonAction: (message: string | undefined) => PersonAction;
}

/** A full record: an action without a row here does not compile. */
const byName: Readonly<Record<ActionName, Omit<EditorAction, 'name'>>> = {
  reply: {
    title: 'Reply…',
    isOffered: isOwnIn('reply'),
    needsMessage: true,
    toPersonAction: (message = '') => ({ type: 'reply', replyId: randomUUID(), message }),
  },
  accept: {
    title: 'Accept',
    isOffered: isOwnIn('accept'),
    needsMessage: false,
    toPersonAction: () => ({ type: 'accept' }),
  },
  resolve: {
    title: 'Resolve',
    isOffered: isOwnIn('resolve'),
    needsMessage: false,
    toPersonAction: () => ({ type: 'resolve' }),
  },
  approve: {
    title: 'Approve, so that agents begin with it',
    isOffered: (annotation) =>
      isOwnIn('approve')(annotation) && annotation.kind === 'markdown' && annotation.intent === 'review',
    needsMessage: false,
    toPersonAction: () => ({ type: 'approve' }),
  },
  reopen: {
    title: 'Reopen',
    isOffered: isOwnIn('reopen'),
    needsMessage: false,
    toPersonAction: (message) => ({
      type: 'reopen',
      replyId: randomUUID(),
      ...(message !== undefined && { message }),
    }),
  },
  withdraw: {
    title: 'Withdraw',
    isOffered: isOwnIn('withdraw'),
    needsMessage: false,
    // Core withdraws what was sent, and deletes only what is a draft or done.
    toPersonAction: () => ({ type: 'delete' }),
  },
  adopt: {
    title: 'Trust, so that agents get it',
    isOffered: ({ origin }) => origin === 'repository',
    needsMessage: false,
    toPersonAction: () => ({ type: 'adopt' }),
  },
};

/** In the order in which they are offered. */
export const actions: readonly EditorAction[] = actionNames.map((name) => ({ name, ...byName[name] }));

export function offeredActions(annotation: Annotation): EditorAction[] {
  return actions.filter(({ isOffered }) => isOffered(annotation));
}

/** What came with the repository is adopted first: whatever the person does with it would look like their word. */
function isOwnIn(move: MoveName): (annotation: Annotation) => boolean {
  const from: readonly Annotation['status'][] = lifecycle[move].from;
  return ({ status, origin }) => origin === undefined && from.includes(status);
}
