/** Why a command is not allowed, written for an agent: it names no site that the agent did not name itself. */
import { CommandError } from '../driver/command-error.ts';

import type { Refusal } from './decide.ts';
import type { Permission } from './settings.ts';

/** What the error is about: `tab 7`, a page of its history, or an address that the agent asked for. */
export type Subject = string;

export function refusedError(refusal: Refusal, permission: Permission, subject: Subject): CommandError {
  switch (refusal) {
    case 'closed':
      return new CommandError(
        'tab/forbidden',
        `Chrome allows no extension to control ${subject}.`,
        'This applies to pages of Chrome itself, of the Chrome Web Store and of extensions; open another page.',
      );
    case 'blank':
      return notAllowedError(
        `${subject} shows an empty page, which belongs to no site: no code is run there.`,
        'Open the page that the code is for with browser_navigate, and run it there.',
      );
    case 'never-driven':
      return notAllowedError(
        `${subject} is on a site that the person never lets agents read or use.`,
        'Do not try again. If the task needs that site, tell the person: the list is in the settings of the annotate-mcp extension.',
      );
    case 'never':
      return notAllowedError(
        `The person decided that agents may never ${actions[permission]} on the site of ${subject}.`,
        'Do not try again. Find another way, or tell the person what you need: the settings of the annotate-mcp extension list the site.',
      );
    case 'read-only':
      return notAllowedError(
        'The browser is in read-only mode: agents may look at pages, but not press, type, open or run anything.',
        'Go on with what can be read. If the task needs more, ask the person to switch "Read only" off in the annotate-mcp extension.',
      );
  }
}

export function unansweredError(permission: Permission, subject: Subject): CommandError {
  return notAllowedError(
    `The person has not answered yet whether you may ${actions[permission]} on the site of ${subject}; nothing was done.`,
    'The question stays open in the annotate-mcp extension of their Chrome. Tell the person about it, and try again later.',
  );
}

export function declinedError(permission: Permission, subject: Subject): CommandError {
  return notAllowedError(
    `The person does not want you to ${actions[permission]} on the site of ${subject} now; nothing was done.`,
    'Find another way, or ask the person before you try again. They are not asked again for a minute.',
  );
}

export function tooManyQuestionsError(): CommandError {
  return notAllowedError(
    'Too many questions to the person are open already; nothing was done.',
    'Wait until the person has answered those in the annotate-mcp extension.',
  );
}

export function addressError(subject: Subject): CommandError {
  return notAllowedError(
    `No agent may open ${subject.slice(0, 200)}.`,
    'Use http://, https:// or about:blank.',
  );
}

/** The tab shows another site than the one that was allowed, or the permission was removed. */
export function revokedError(type: string, subject: Subject): CommandError {
  return notAllowedError(
    `"${type}" was stopped: ${subject} shows a site that you may not use in this way, or the person took the permission back. What was done before that moment stays done.`,
    'Call a tool on this tab again: it asks the person.',
  );
}

function notAllowedError(message: string, hint: string): CommandError {
  return new CommandError('browser/not-allowed', message, hint);
}

const actions: Readonly<Record<Permission, string>> = {
  read: 'read',
  act: 'press, type and navigate',
  script: 'run your own code',
  secrets: 'read cookies and other stored secrets',
  paste: 'see what is pasted',
};
