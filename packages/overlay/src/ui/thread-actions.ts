/** The buttons of a thread, in the order of their rows. What each action does, and when it is offered, is core's table. */
import {
  type Addressee,
  type Annotation,
  isClosed,
  type PageActionName,
  type PlainActionName,
  turnOf,
  type Work,
} from '@annotate-mcp/core';

import type { Commands } from '../commands/commands.ts';

import { type ActionButton, buttonOf, nextStep, removeButton, type ThreadAction } from './action-buttons.tsx';
import { isFromRepository } from './from-repository.tsx';
import { isAtWork } from './work-words.ts';

export type ThreadCommands = Pick<
  Commands,
  'act' | 'copyOne' | 'copyText' | 'relink' | 'rename' | 'reveal' | 'submitBatch'
>;

/** What the actions of the thread panel need. */
export interface ThreadContext {
  readonly annotation: Annotation;
  /** Whether the hub would do it; what it refuses is not offered. */
  readonly can: (name: PageActionName) => boolean;
  /** What an agent that was started here does about it. */
  readonly work?: Work | undefined;
  /** The number of drafts that are sent together with this one. */
  readonly drafts: number;
  /** The reply that is being written, trimmed. */
  readonly message: string;
  /** Whom a text names behind an `@`. */
  readonly mentioned: (text: string) => Addressee[];
  readonly clearReply: () => void;
  readonly onEdit: () => void;
  readonly onHandOver: () => void;
  readonly commands: ThreadCommands;
}

type Action = ThreadAction<ThreadContext>;
/** `false` is no button, even where core would offer it. */
type Looks = false | Partial<ActionButton>;

function action(
  name: PageActionName,
  looks: (context: ThreadContext) => Looks,
  run: (context: ThreadContext) => void,
): Action {
  return {
    name,
    button: (context) => {
      const shown = context.can(name) && looks(context);
      return shown === false ? null : buttonOf(name, context.annotation, shown);
    },
    run,
  };
}

/** One that says nothing besides which one it is. */
function plain(name: PlainActionName | 'adopt', looks: (context: ThreadContext) => Looks): Action {
  return action(name, looks, ({ annotation, commands }) => commands.act(annotation.id, { type: name }));
}

const stop = plain('stop', ({ work }) => isAtWork(work) && {});
// With a text, replying is what sends it again.
const resend = plain('resend', ({ message }) => message === '' && { variant: 'primary' });
const release = plain('release', ({ work }) => !isAtWork(work) && { variant: 'quiet' });
const edit = action(
  'edit',
  () => ({ variant: 'quiet' }),
  ({ onEdit }) => onEdit(),
);
const handOver = action(
  'handOver',
  () => ({ variant: 'quiet' }),
  ({ onHandOver }) => onHandOver(),
);
const remove = plain('delete', ({ annotation }) => removeButton(annotation) ?? false);
const adopt = plain('adopt', () => ({ variant: 'primary', icon: 'check' }));
const accept = plain(
  'accept',
  ({ annotation, message, work }) =>
    message === '' &&
    !isUndecided(work) && {
      variant: nextStep(annotation) === 'accept' ? 'primary' : undefined,
      icon: 'check',
    },
);

/** The result is on a branch and not in the person's files, so there is nothing to accept yet. */
function isUndecided(work: Work | undefined): boolean {
  return work?.branch?.state === 'open' || work?.branch?.state === 'conflict';
}

export const reopenThread = action(
  'reopen',
  // Agents do not read what is written under a closed thread, so with a text this is the main action.
  ({ annotation, message }) => ({
    variant: message || nextStep(annotation) === 'reopen' ? 'primary' : undefined,
  }),
  ({ annotation, message, mentioned, clearReply, commands }) => {
    const written = message === '' ? {} : { message, mentions: mentioned(message) };
    commands.act(annotation.id, { type: 'reopen', ...written });
    clearReply();
  },
);

const sendBatch: Action = {
  ...action(
    'submit',
    ({ drafts }) => ({ label: `Send ${drafts} to agent`, variant: 'primary' }),
    ({ commands }) => commands.submitBatch(),
  ),
  name: 'send',
};

export const replyToThread: Action = {
  name: 'reply',
  button: ({ annotation, message, can }) =>
    !can('reply') || isReopened(annotation, can)
      ? null
      : {
          label: 'Reply',
          variant: message !== '' || turnOf(annotation) === 'answer' ? 'primary' : undefined,
          disabled: message === '',
        },
  run({ annotation, message, mentioned, clearReply, commands }) {
    commands.act(annotation.id, { type: 'reply', message, mentions: mentioned(message) });
    clearReply();
  },
};

/** What the person writes opens it again. A person who may not do that can still reply. */
export function isReopened(annotation: Annotation, can: ThreadContext['can']): boolean {
  return isClosed(annotation) && can('reopen');
}

interface ThreadActions {
  /** At the start of the row: what changes or removes the annotation. */
  readonly side: readonly Action[];
  /** At the end of the row: what moves the thread on. */
  readonly main: readonly Action[];
}

/** Before it is adopted, what the person writes there would not reach an agent either. */
export function actionsFor(annotation: Annotation): ThreadActions {
  return isFromRepository(annotation)
    ? { side: [remove], main: [adopt] }
    : {
        side: [release, stop, edit, handOver, remove],
        main: [reopenThread, sendBatch, accept, resend],
      };
}
