/** Checks what the page of a question sends for its fields. Pure functions. */
import { z } from 'zod';

import type { AskedField, Choice, FieldValue } from './field.ts';

/** One for each field, in their order: texts and numbers as they were typed, choices by their index. */
export const typedValues = z.array(
  z.union([z.string().max(100_000), z.boolean(), z.array(z.int().nonnegative()).max(1_000)]),
);
export type TypedValue = z.output<typeof typedValues>[number];

export interface ReadValues {
  /** Without the fields that were left empty. */
  values: Map<string, FieldValue>;
  /** By the index of the field: what is wrong, and what to do. */
  problems: Record<number, string>;
}

type Read = { value: FieldValue } | { problem: string } | 'empty';

export function readValues(fields: readonly AskedField[], typed: readonly TypedValue[]): ReadValues {
  const values = new Map<string, FieldValue>();
  const problems: Record<number, string> = {};
  for (const [index, field] of fields.entries()) {
    const read = readField(field, typed[index]);
    if (read === 'empty') {
      if (field.required === true) problems[index] = emptyProblem(field);
    } else if ('problem' in read) problems[index] = read.problem;
    else values.set(field.id, read.value);
  }
  return { values, problems };
}

const unreadable: Read = { problem: 'This could not be read. Reload the page, then fill it in again.' };

function readField(field: AskedField, typed: TypedValue | undefined): Read {
  switch (field.type) {
    case 'text':
      return typeof typed === 'string' ? readText(typed, field) : unreadable;
    case 'number':
      return typeof typed === 'string' ? readNumber(typed, field) : unreadable;
    case 'yes-no':
      return typeof typed === 'boolean' ? { value: typed } : unreadable;
    case 'choice':
      return typeof typed === 'string' ? readChoice(typed, field.choices) : unreadable;
    case 'choices':
      return Array.isArray(typed) ? readChoices(typed, field) : unreadable;
  }
}

function readText(text: string, field: AskedField & { type: 'text' }): Read {
  if (text === '') return 'empty';
  const { least = 0, most = Infinity, format } = field;
  const length = Array.from(text).length;
  if (length < least) return { problem: `Write at least ${countOf(least, 'character')}.` };
  if (length > most) return { problem: `Write at most ${countOf(most, 'character')}; these are ${length}.` };
  const { isOne, problem } = formats[format ?? 'any'];
  return isOne(text) ? { value: text } : { problem };
}

const formats: Readonly<Record<NonNullable<(AskedField & { type: 'text' })['format']> | 'any', FormatCheck>> =
  {
    any: { isOne: () => true, problem: '' },
    email: {
      isOne: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
      problem: 'Write an email address, such as ada@example.org.',
    },
    uri: {
      isOne: (text) => URL.canParse(text),
      problem: 'Write a whole address, such as https://example.org/.',
    },
    date: {
      isOne: (text) => z.iso.date().safeParse(text).success,
      problem: 'Write a date, such as 2026-11-19.',
    },
    'date-time': {
      isOne: (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
      problem: 'Write a date and a time with its zone, such as 2026-11-19T08:30:00Z.',
    },
  };

interface FormatCheck {
  isOne: (text: string) => boolean;
  problem: string;
}

function readNumber(text: string, { isWhole, least, most }: AskedField & { type: 'number' }): Read {
  if (text.trim() === '') return 'empty';
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: 'Write a number.' };
  if (isWhole && !Number.isInteger(value)) return { problem: 'Write a whole number.' };
  if (least !== undefined && value < least) return { problem: `Write ${least} or more.` };
  if (most !== undefined && value > most) return { problem: `Write ${most} or less.` };
  return { value };
}

/** Nothing is chosen where the index is empty. */
function readChoice(typed: string, choices: readonly Choice[]): Read {
  if (typed === '') return 'empty';
  const choice = /^\d+$/.test(typed) ? choices[Number(typed)] : undefined;
  return choice === undefined ? unreadable : { value: choice.value };
}

function readChoices(typed: readonly number[], field: AskedField & { type: 'choices' }): Read {
  const { choices, least = 0, most = Infinity } = field;
  const chosen = [...new Set(typed)].flatMap((index) => choices[index] ?? []);
  if (chosen.length !== typed.length) return unreadable;
  if (chosen.length === 0 && least === 0) return field.required === true ? { value: [] } : 'empty';
  if (chosen.length < least) return { problem: `Choose at least ${least}.` };
  if (chosen.length > most) return { problem: `Choose at most ${most}.` };
  return { value: chosen.map(({ value }) => value) };
}

function emptyProblem({ type }: AskedField): string {
  return type === 'choice' ? 'Choose one.' : 'Fill this in.';
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
