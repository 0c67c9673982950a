import type { FileDiff, Question } from '@annotate-mcp/core';

import type { AskedField, FieldValue } from './form/field.ts';

/** What the person is asked. Everything in it may come from an agent and is shown as text. */
export interface Asked {
  kind: Question['kind'];
  /** One line. It is also shown inside the annotated page, whose scripts can read it there. */
  title: string;
  annotationId?: string;
  agentName?: string;
  /** What exactly it is about. */
  command?: string;
  files?: { file: string; line?: number }[];
  diffs?: FileDiff[];
  text?: string;
  /** What the person fills in; an answer has the values where its option `takesFields`. */
  fields?: AskedField[];
  /** What the fields have in common. */
  fieldsTitle?: string;
  /** An address that an option with `opensLink` opens; see `readLink`. */
  link?: string;
  /** In the order in which they are shown. None is chosen by default. */
  options: AskedOption[];
  /** The person may type a command of their own, which is answered with `ownCommandId`. */
  allowsCommand?: boolean;
}

export interface AskedOption {
  id: string;
  /** In the agent's own words. */
  name: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'choice';
  /** What choosing it does, or why it cannot be chosen. */
  hint?: string;
  disabled?: boolean;
  takesFields?: boolean;
  /** Choosing it opens the `link` in a new tab. */
  opensLink?: boolean;
}

export interface Answer {
  optionId: string;
  /** Only with `ownCommandId`. */
  command?: string;
  /** Of the fields that are not left empty, by their ids. Only with an option that `takesFields`. */
  values?: ReadonlyMap<string, FieldValue>;
}

/** The option of an answer in which the person typed a command. */
export const ownCommandId = 'own-command';

/** `null` for everything that is no web address, and for one whose user name could be taken for its host. */
export function readLink(link: string): URL | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}
