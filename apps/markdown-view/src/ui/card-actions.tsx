/**
 * Everything that can be done with a comment that the server has. One entry of `cardActions` is one action: its button,
 * when it is shown, its key, and what it sends.
 */
import { isClosed, newestSuggestion } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown';
import { buttonOf, isFromRepository, removeButton, type ThreadAction } from '@annotate-mcp/overlay/ui';

import { fieldKey, isTextEditable } from '../state/state.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

interface CardActionContext extends Pick<ViewProps, 'state' | 'dispatch' | 'commands'> {
  readonly comment: MarkdownComment;
}

/** One thing that can be done with a comment: its button, when it is shown, its key, and what it sends. */
export interface CardAction extends ThreadAction<CardActionContext> {
  /** `quiet` actions are needed less often and have a row of their own. */
  readonly row: 'main' | 'quiet';
  /** The letter that runs it on the comment that is open. */
  readonly shortcut?: { readonly letter: string; readonly description: string };
  /** Running it opens a field, which gets the focus when a key ran the action. */
  readonly opensField?: boolean;
}

const answerNow: CardAction = {
  name: 'answer-now',
  row: 'main',
  button: ({ comment, state }) =>
    comment.status === 'draft' && !state.asksVerdict
      ? {
          label: 'Answer now',
          icon: <ViewIcon name="bolt" />,
          title: 'Asks only this one now; the rest of the batch is not sent',
        }
      : null,
  run: ({ comment, commands }) => void commands.answerNow(comment.id),
};

const submitOne: CardAction = {
  name: 'submit',
  row: 'main',
  button: ({ comment, state }) =>
    state.asksVerdict
      ? null
      : buttonOf('submit', comment, { icon: <ViewIcon name="send" />, title: 'Sends only this comment' }),
  run: ({ comment, commands }) => void commands.submitOne(comment.id),
};

const replyTo: CardAction = {
  name: 'reply',
  row: 'main',
  button(context) {
    const { comment } = context;
    if (comment.status === 'draft' || isClosed(comment)) return null;
    const disabled = replyText(context) === '';
    const variant = isApplicable(context) ? undefined : 'primary';
    if (comment.intent !== 'review') return { label: 'Reply', variant, disabled };
    // On the approval list the main action is to approve.
    return disabled ? null : { label: 'Reply' };
  },
  run: ({ comment, commands }) => void commands.reply(comment.id),
};

const decline: CardAction = {
  name: 'decline',
  row: 'main',
  button: ({ comment }) => buttonOf('decline', comment),
  run: ({ comment, commands }) => void commands.change(comment.id, { type: 'decline' }),
};

const approve: CardAction = {
  name: 'approve',
  row: 'main',
  button: (context) =>
    buttonOf('approve', context.comment, {
      ...(replyText(context) !== '' && { label: 'Approve with comment' }),
      variant: isApplicable(context) ? undefined : 'primary',
      icon: 'check',
    }),
  run: ({ comment, commands }) => void commands.approve(comment.id),
};

const applySuggestion: CardAction = {
  name: 'apply',
  row: 'main',
  shortcut: { letter: 'Y', description: 'Apply the suggestion' },
  button: (context) =>
    isApplicable(context)
      ? { label: 'Apply', variant: 'primary', icon: 'check', title: 'Puts the suggested text into the file' }
      : null,
  run: ({ comment, commands }) => void commands.applySuggestion(comment.id),
};

const undoSuggestion: CardAction = {
  name: 'undo',
  row: 'main',
  button: ({ comment, state: { applied, file } }) =>
    applied?.id === comment.id && applied.sha === file?.sha ? buttonOf('undo', comment) : null,
  run: ({ comment, commands }) => void commands.undoSuggestion(comment.id),
};

/** Whether the suggestion still fits is decided by the server, which has the file as it is now. */
function isApplicable({ comment, state }: CardActionContext): boolean {
  if (!isTextEditable(state) || !isOpenComment(comment)) return false;
  return comment.anchorState === 'placed' && newestSuggestion(comment) !== null;
}

const reopen: CardAction = {
  name: 'reopen',
  row: 'main',
  button: (context) =>
    buttonOf('reopen', context.comment, { variant: replyText(context) === '' ? undefined : 'primary' }),
  run: ({ comment, commands }) => void commands.reopen(comment.id),
};

const accept: CardAction = {
  name: 'accept',
  row: 'main',
  button: (context) =>
    replyText(context) === ''
      ? buttonOf('accept', context.comment, { variant: 'primary', icon: 'check' })
      : null,
  run: ({ comment, commands }) => void commands.change(comment.id, { type: 'accept' }),
};

const adopt: CardAction = {
  name: 'adopt',
  row: 'main',
  button: ({ comment }) =>
    buttonOf('adopt', comment, {
      variant: 'primary',
      icon: 'check',
      title: 'It counts as yours, and your agent gets it',
    }),
  run: ({ comment, commands }) => void commands.change(comment.id, { type: 'adopt' }),
};

const edit: CardAction = {
  name: 'edit',
  row: 'quiet',
  shortcut: { letter: 'E', description: 'Edit' },
  opensField: true,
  button: ({ comment }) => buttonOf('edit', comment, { variant: 'quiet' }),
  run({ comment, dispatch, commands }) {
    if (comment.status === 'draft') dispatch({ type: 'compose:again', id: comment.id });
    else commands.setFieldText(fieldKey('edit', comment.id), comment.annotationText);
  },
};

const resolve: CardAction = {
  name: 'resolve',
  row: 'quiet',
  shortcut: { letter: 'X', description: 'Resolve' },
  button: ({ comment }) => buttonOf('resolve', comment, { variant: 'quiet' }),
  run: ({ comment, commands }) => void commands.change(comment.id, { type: 'resolve' }),
};

const release: CardAction = {
  name: 'release',
  row: 'quiet',
  button: ({ comment }) => buttonOf('release', comment, { variant: 'quiet' }),
  run: ({ comment, commands }) => void commands.change(comment.id, { type: 'release' }),
};

const remove: CardAction = {
  name: 'delete',
  row: 'quiet',
  button: ({ comment }) => removeButton(comment),
  run: ({ comment, commands }) => void commands.remove(comment.id),
};

/** In the order of their buttons. */
export const cardActions: readonly CardAction[] = [
  ...[
    answerNow,
    submitOne,
    replyTo,
    decline,
    forCommentsOfPeople(approve),
    applySuggestion,
    undoSuggestion,
    reopen,
    accept,
  ].map(forOwnComments),
  adopt,
  forOwnComments(forCommentsOfPeople(edit)),
  forCommentsOfPeople(resolve),
  release,
  forCommentsOfPeople(remove),
];

/** A comment that came with the repository is adopted first: agents would not hear of anything else. */
function forOwnComments(action: CardAction): CardAction {
  return {
    ...action,
    button: (context) => (isFromRepository(context.comment) ? null : action.button(context)),
  };
}

function replyText({ state, comment }: CardActionContext): string {
  return state.fieldTexts.get(fieldKey('reply', comment.id))?.trim() ?? '';
}

/** What only the author of a comment decides; what an agent suggested is applied or declined. */
function forCommentsOfPeople(action: CardAction): CardAction {
  return {
    ...action,
    button: (context) => (isOpenSuggestionOfAgent(context.comment) ? null : action.button(context)),
  };
}

function isOpenSuggestionOfAgent(comment: MarkdownComment): boolean {
  return comment.agentName !== undefined && isOpenComment(comment);
}
