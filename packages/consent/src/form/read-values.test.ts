import { describe, expect, it } from 'vitest';

import type { AskedField } from './field.ts';
import { readValues, type TypedValue } from './read-values.ts';

const named = { id: 'f', label: 'F' };
const choices = ['a', 'b', 'c'].map((value) => ({ value, name: value.toUpperCase() }));
const text = { ...named, type: 'text' } satisfies AskedField;
const count = { ...named, type: 'number', isWhole: true, least: -1, most: 3 } satisfies AskedField;
const several = { ...named, type: 'choices', choices, least: 1, most: 2 } satisfies AskedField;

describe('what a person typed', () => {
  it.each<{ field: AskedField; typed: TypedValue; value: unknown }>([
    { field: text, typed: 'two words', value: 'two words' },
    { field: { ...text, least: 2, most: 2 }, typed: '🎉🎉', value: '🎉🎉' },
    { field: { ...text, format: 'date' }, typed: '2026-02-28', value: '2026-02-28' },
    {
      field: { ...text, format: 'date-time' },
      typed: '2026-11-19T08:30:00+01:00',
      value: '2026-11-19T08:30:00+01:00',
    },
    { field: { ...text, format: 'uri' }, typed: 'urn:isbn:1', value: 'urn:isbn:1' },
    { field: count, typed: ' -1 ', value: -1 },
    { field: { ...named, type: 'number', isWhole: false }, typed: '1e3', value: 1000 },
    { field: { ...named, type: 'yes-no', required: true }, typed: false, value: false },
    { field: { ...named, type: 'choice', choices }, typed: '2', value: 'c' },
    { field: several, typed: [0, 2], value: ['a', 'c'] },
    { field: { ...several, least: 0, required: true }, typed: [], value: [] },
  ])('$typed is the value of a field of the type $field.type', ({ field, typed, value }) => {
    const { values, problems } = readValues([field], [typed]);
    expect([values.get('f'), problems]).toEqual([value, {}]);
  });

  it.each<{ field: AskedField; typed?: TypedValue; problem: RegExp }>([
    { field: { ...text, required: true }, typed: '', problem: /^Fill this in/ },
    { field: { ...text, least: 3 }, typed: 'ab', problem: /at least 3 characters/ },
    { field: { ...text, most: 1 }, typed: 'ab', problem: /at most 1 character; these are 2/ },
    { field: { ...text, format: 'email' }, typed: 'ada at home', problem: /email address/ },
    { field: { ...text, format: 'uri' }, typed: 'example.org', problem: /whole address/ },
    { field: { ...text, format: 'date' }, typed: '2026-02-30', problem: /a date/ },
    { field: { ...text, format: 'date-time' }, typed: '2026-02-28T10:00', problem: /its zone/ },
    { field: count, typed: 'many', problem: /a number/ },
    { field: count, typed: '1.5', problem: /whole number/ },
    { field: count, typed: '-2', problem: /-1 or more/ },
    { field: count, typed: '4', problem: /3 or less/ },
    { field: { ...count, required: true }, typed: ' ', problem: /^Fill this in/ },
    { field: { ...named, type: 'choice', choices, required: true }, typed: '', problem: /^Choose one/ },
    { field: several, typed: [], problem: /at least 1/ },
    { field: several, typed: [0, 1, 2], problem: /at most 2/ },
    // No page of ours sends these.
    { field: { ...named, type: 'choice', choices }, typed: '3', problem: /could not be read/ },
    { field: { ...named, type: 'choice', choices }, typed: '__proto__', problem: /could not be read/ },
    { field: several, typed: [0, 7], problem: /could not be read/ },
    { field: text, typed: true, problem: /could not be read/ },
    { field: text, problem: /could not be read/ },
  ])('$typed is refused by a field of the type $field.type', ({ field, typed, problem }) => {
    const { values, problems } = readValues([field], typed === undefined ? [] : [typed]);
    expect(values.size).toBe(0);
    expect(problems[0]).toMatch(problem);
  });

  it('is left out where it is empty and not required', () => {
    const fields = [text, count, { ...named, type: 'choice' as const, choices }, { ...several, least: 0 }];
    expect(readValues(fields, ['', '', '', []])).toEqual({ values: new Map(), problems: {} });
  });
});
