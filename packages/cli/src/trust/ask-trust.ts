/** The question of trust: all, each for itself, or not now. */
import type { Annotation } from '@annotate-mcp/core';

import { askOne, askYesNo } from '../init/ask.ts';
import { printable, type Terminal } from '../terminal.ts';

import { describeWhole } from './describe-waiting.ts';

interface Question {
  wanted: 'repository' | 'these';
  folder: string;
  /** Already shown, in short. */
  waiting: readonly Annotation[];
}

type Answer = Question['wanted'] | { ids: string[] } | { done: string[]; code?: number };

export async function askTrust(question: Question, terminal: Terminal): Promise<Answer> {
  const { wanted, folder, waiting } = question;
  const isMany = waiting.length > 1;
  const later = wanted === 'repository' ? `, and what ${printable(folder)} brings later` : '';
  const choice =
    waiting.length === 0
      ? await askEmpty(folder, terminal)
      : await askOne(
          `Trust ${isMany ? 'them' : 'it'}? Agents do what a trusted comment asks.`,
          [
            { value: 'all', label: `${isMany ? 'Trust all' : 'Trust it'}${later}` },
            { value: 'each', label: isMany ? 'Look at each' : 'Look at it' },
            { value: 'none', label: 'Not now' },
          ],
          'none',
          terminal.dialog,
        );
  if (choice === null) return { ...nothing, code: 130 };
  // Not what may have come since: the person has not seen it.
  if (choice === 'all') return wanted === 'these' ? { ids: waiting.map(({ id }) => id) } : wanted;
  return choice === 'each' ? askEach(waiting, terminal) : nothing;
}

const nothing = { done: ['Nothing was changed.'] };

async function askEmpty(folder: string, { dialog }: Terminal): Promise<'all' | 'none' | null> {
  const message = `No comment came with this repository. Trust what ${printable(folder)} brings later?`;
  const answer = await askYesNo(message, false, dialog);
  return answer === null ? null : answer ? 'all' : 'none';
}

async function askEach(waiting: readonly Annotation[], terminal: Terminal): Promise<Answer> {
  const ids: string[] = [];
  for (const comment of waiting) {
    for (const line of describeWhole(comment)) terminal.note(line);
    const answer = await askYesNo('Trust it?', false, terminal.dialog);
    if (answer === null) return { ...nothing, code: 130 };
    if (answer) ids.push(comment.id);
  }
  return ids.length === 0 ? nothing : { ids };
}
