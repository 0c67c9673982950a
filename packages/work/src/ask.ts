import type { FileDiff, Question } from '@annotate-mcp/core';

export interface AskedOption {
  id: string;
  name: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'choice';
  hint?: string;
  disabled?: boolean;
}
export interface Asked {
  kind: Question['kind'];
  title: string;
  annotationId?: string;
  agentName?: string;
  command?: string;
  files?: { file: string; line?: number }[];
  diffs?: FileDiff[];
  text?: string;
  options: AskedOption[];
  allowsCommand?: boolean;
}
export interface Answer {
  optionId: string;
  command?: string;
}
/** Resolves with the person's answer, or `null` when `signal` aborts. */
export type Ask = (asked: Asked, signal?: AbortSignal) => Promise<Answer | null>;
