import type { FileDiff, Question } from '@annotate-mcp/core';

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
}

export interface Answer {
  optionId: string;
  /** Only with `ownCommandId`. */
  command?: string;
}

/** The option of an answer in which the person typed a command. */
export const ownCommandId = 'own-command';
