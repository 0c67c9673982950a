import {
  type Addressee,
  type Annotation,
  isClosed,
  isStoppedOrUndone,
  type PageActionName,
  type Work,
} from '@annotate-mcp/core';

import type { Commands } from '../commands/commands.ts';

import { isAcceptable, isEditable, nextStep, removeButton, type ThreadAction } from './action-buttons.tsx';
import { isFromRepository } from './from-repository.tsx';
import { isAtWork } from './work-words.ts';

export type ThreadCommands = Pick<
  Commands,
  | 'accept'
  | 'adopt'
  | 'assign'
  | 'copyOne'
  | 'copyText'
  | 'edit'
  | 'release'
  | 'relink'
  | 'rename'
  | 'remove'
  | 'reopen'
  | 'reply'
  | 'resend'
  | 'reveal'
  | 'stop'
  | 'submitBatch'
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
  readonly commands: ThreadCommands;
}

type Action = ThreadAction<ThreadContext>;

const stop: Action = {
  name: 'stop',
  button: ({ annotation, work, can }) =>
    can('stop') && annotation.status === 'acknowledged' && isAtWork(work)
      ? { label: 'Stop', title: `${annotation.claim.agentName} stops; what it has changed so far stays` }
      : null,
  run: ({ annotation, commands }) => commands.stop(annotation.id),
};

const resend: Action = {
  name: 'resend',
  button: ({ annotation, can }) =>
    can('resend') && isStoppedOrUndone(annotation) ? { label: 'Send again', variant: 'primary' } : null,
  run: ({ annotation, commands }) => commands.resend(annotation.id),
};

const release: Action = {
  name: 'release',
  button: ({ annotation, work, can }) =>
    can('release') && annotation.status === 'acknowledged' && !isAtWork(work)
      ? {
          label: 'Send again',
          variant: 'quiet',
          title: `Takes it from ${annotation.claim.agentName}, so that another agent can take it`,
        }
      : null,
  run: ({ annotation, commands }) => commands.release(annotation.id),
};

const edit: Action = {
  name: 'edit',
  button: ({ annotation, can }) =>
    can('edit') && isEditable(annotation) ? { label: 'Edit', variant: 'quiet' } : null,
  run: ({ onEdit }) => onEdit(),
};

const remove: Action = {
  name: 'delete',
  button: ({ annotation, can }) => (can('delete') ? removeButton(annotation) : null),
  run: ({ annotation, commands }) => commands.remove(annotation.id),
};

export const reopenThread: Action = {
  name: 'reopen',
  // Agents do not read what is written under a closed thread, so with a text this is the main action.
  button: ({ annotation, message, can }) =>
    isReopened(annotation, can)
      ? { label: 'Re-open', variant: message || nextStep(annotation) === 'reopen' ? 'primary' : undefined }
      : null,
  run({ annotation, message, mentioned, clearReply, commands }) {
    if (message) commands.reopen(annotation.id, message, mentioned(message));
    else commands.reopen(annotation.id);
    clearReply();
  },
};

const sendBatch: Action = {
  name: 'send',
  button: ({ annotation, drafts, can }) =>
    can('submit') && annotation.status === 'draft'
      ? { label: `Send ${drafts} to agent`, variant: 'primary' }
      : null,
  run: ({ commands }) => commands.submitBatch(),
};

const accept: Action = {
  name: 'accept',
  button: ({ annotation, message, work, can }) =>
    can('accept') && isAcceptable(annotation) && message === '' && !isUndecided(work)
      ? { label: 'Accept', variant: nextStep(annotation) === 'accept' ? 'primary' : undefined, icon: 'check' }
      : null,
  run: ({ annotation, commands }) => commands.accept(annotation.id),
};

/** The result is on a branch and not in the person's files, so there is nothing to accept yet. */
function isUndecided(work: Work | undefined): boolean {
  return work?.branch?.state === 'open' || work?.branch?.state === 'conflict';
}

export const replyToThread: Action = {
  name: 'reply',
  button: ({ annotation, message, can }) =>
    !can('reply') || isReopened(annotation, can)
      ? null
      : {
          label: 'Reply',
          variant: waitsToBeSent(annotation, message) ? undefined : 'primary',
          disabled: message === '',
        },
  run({ annotation, message, mentioned, clearReply, commands }) {
    commands.reply(annotation.id, message, mentioned(message));
    clearReply();
  },
};

/** Sending again is the next step, unless the person has written something. */
function waitsToBeSent(annotation: Annotation, message: string): boolean {
  return message === '' && isStoppedOrUndone(annotation);
}

const adopt: Action = {
  name: 'adopt',
  button: ({ annotation, can }) =>
    can('adopt') && isFromRepository(annotation)
      ? { label: 'Trust', variant: 'primary', icon: 'check' }
      : null,
  run: ({ annotation, commands }) => commands.adopt(annotation.id),
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
    : { side: [release, stop, edit, remove], main: [reopenThread, sendBatch, accept, resend, replyToThread] };
}
