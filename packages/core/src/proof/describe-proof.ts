/** What changed, in short lines for people and agents. */
import type { OutsideChanges, OutsideExample, ProofAfter, ProofChange } from './proof.ts';
import type { RuleTime } from './rule-times.ts';
import type { Outcome } from './verdicts.ts';

/** `padding-left 12px → 16px`, `text “Sign in” → “Log in”`. */
export function describeChange({ shared, ...change }: ProofChange): string {
  return shared === true ? `${describeOwn(change)} (shared with another comment)` : describeOwn(change);
}

function describeOwn({ what, name, before, after, on, rule }: ProofChange): string {
  const where = on === undefined ? '' : `${on}: `;
  switch (what) {
    case 'added':
    case 'removed':
      return on === undefined ? what : `${on} ${what}`;
    case 'moved':
      return before === undefined ? `${where}moved` : `${where}moved from ${before} to ${after ?? ''}`;
    case 'text':
      if (name === undefined) return `${where}text ${quoted(before)} → ${quoted(after)}`;
      return `${where}${name} ${orNone(before)} → ${orNone(after)}`;
    case 'rule':
      return `${rule ?? ''}: ${name ?? ''} ${before ?? 'none'} → ${after ?? 'none'}`;
    case 'attribute':
      return `${where}${name ?? ''} ${quoted(before)} → ${quoted(after)}`;
    default:
      if (name === undefined) return `${where}style`;
      return `${where}${name} ${before ?? 'none'} → ${after ?? 'none'}`;
  }
}

function orNone(value = ''): string {
  return value === '' ? 'none' : value;
}

function quoted(text: string | undefined): string {
  return text === undefined || text === '' ? 'none' : `“${text}”`;
}

/** `button "Save" (style)`. */
export function describeExample({ name, what }: OutsideExample): string {
  return `${name} (${what})`;
}

/** `Also changed: 2 elements outside`; empty when there are none. */
export function describeOutsideCount({ count }: Pick<OutsideChanges, 'count'>): string {
  if (count === 0) return '';
  return `Also changed: ${count === 1 ? '1 element' : `${count} elements`} outside`;
}

/** The verdict as one sentence. */
export function describeVerdict({
  verdict,
  changes,
  outside,
}: Pick<ProofAfter, 'verdict' | 'changes' | 'outside'>): string {
  switch (verdict) {
    case 'changed':
      return 'Changed on the page.';
    case 'gone':
      return 'Removed from the page.';
    case 'beside':
      return 'Changed beside it.';
    case 'inactive':
      return describeInactive(changes);
    case 'unchanged':
      if (changes.length > 0) return 'Not seen: a rule changed, but another one wins.';
      return outside.count === 0
        ? 'Nothing changed on this page.'
        : 'The element has not changed, something else has.';
    case 'unclear':
      return 'Not clear: the window or the pointer is not as it was.';
    case 'broken':
      return 'The page is broken.';
  }
}

function describeInactive(changes: readonly ProofChange[]): string {
  const times = new Set(changes.map(({ when }) => when));
  const [only] = times.size === 1 ? times : [];
  return only === undefined ? 'Rules changed that do not apply now.' : `Changed ${timeWords[only]}.`;
}

const timeWords: Readonly<Record<RuleTime, string>> = {
  hover: 'on hover',
  focus: 'on focus',
  press: 'while pressed',
  scheme: 'for another colour scheme',
  print: 'for print',
  size: 'for another width',
  motion: 'in how it moves',
  state: 'for a state it is not in now',
  overridden: 'in a rule that another one overrides',
};

/** What the page has shown, in a list. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  done: 'done',
  removed: 'removed',
  unseen: 'not seen yet',
  missing: 'not seen on the page',
  broken: 'the page is broken',
};
