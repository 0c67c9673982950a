/** What the person can do with an annotation in an editor: core's actions, with a title and when each is offered. */
import { randomUUID } from 'node:crypto';

import {
  type Annotation,
  isOpen,
  type PersonAction,
  type PersonActionName,
  personActions,
} from '@annotate-mcp/core';

import { type ActionName, actionNames } from '../protocol.ts';

export interface EditorAction {
  readonly name: ActionName;
  readonly title: string;
  readonly isOffered: (annotation: Annotation) => boolean;
  /** An editor without an input field cannot offer it. */
  readonly needsMessage: boolean;
  readonly toPersonAction: (message: string | undefined) => PersonAction;
}

/** A full record: an action without a row here does not compile. Titles, and when each is offered, are core's. */
const byName: Readonly<Record<ActionName, Omit<EditorAction, 'name'>>> = {
  reply: {
    ...offerOf('reply'),
    needsMessage: true,
    toPersonAction: (message = '') => ({ type: 'reply', replyId: randomUUID(), message }),
  },
  accept: { ...offerOf('accept'), toPersonAction: () => ({ type: 'accept' }) },
  resolve: { ...offerOf('resolve'), toPersonAction: () => ({ type: 'resolve' }) },
  approve: { ...offerOf('approve'), toPersonAction: () => ({ type: 'approve' }) },
  reopen: {
    ...offerOf('reopen'),
    toPersonAction: (message) => ({
      type: 'reopen',
      replyId: randomUUID(),
      ...(message !== undefined && { message }),
    }),
  },
  withdraw: {
    ...offerOf('delete'),
    isOffered: (annotation) => isOwn(annotation) && isOpen(annotation),
    // Core withdraws what was sent, and deletes only what is a draft or done.
    toPersonAction: () => ({ type: 'delete' }),
  },
  adopt: {
    ...offerOf('adopt'),
    isOffered: (annotation) => !isOwn(annotation),
    toPersonAction: () => ({ type: 'adopt' }),
  },
};

function offerOf(name: PersonActionName): Pick<EditorAction, 'title' | 'isOffered' | 'needsMessage'> {
  const { offer } = personActions[name];
  if (offer === null) throw new TypeError(`The action ${name} has no button.`);
  return {
    // One whose label depends on the annotation has words for a menu.
    title: offer.menu ?? (typeof offer.label === 'string' ? offer.label : name),
    isOffered: (annotation) => isOwn(annotation) && offer.isOffered(annotation),
    needsMessage: false,
  };
}

/** What came with the repository is adopted first: whatever the person does with it would look like their word. */
function isOwn({ origin }: Annotation): boolean {
  return origin === undefined;
}

/** In the order in which they are offered. */
export const actions: readonly EditorAction[] = actionNames.map((name) => ({ name, ...byName[name] }));

export function offeredActions(annotation: Annotation): EditorAction[] {
  return actions.filter(({ isOffered }) => isOffered(annotation));
}
