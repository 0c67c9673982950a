/** Types a date or a time into a field whose parts are fields of their own. */
import { waitForTarget } from '../driver/wait-for-target.ts';
import type { Part, PartName } from '../page-agent/parts.ts';

import { type Filling, refIn } from './filling.ts';

/** Returns what is wrong, or `null`. */
export async function fillParts(filling: Filling, ref: string, text: string): Promise<string | null> {
  const { tab, at } = filling;
  const group = { by: 'ref', ref } as const;
  const parts = await tab.frames.call(at.frame, 'partsOf', group);
  if (parts === null) return 'its parts are not known; type into each of them';
  const wanted = readParts(text, parts);
  if (wanted === null) return `it takes ${formOf(parts)}`;
  let held: readonly Part[] = [];
  for (let round = 0; round < 2; round++) {
    for (const part of parts) await typePart(filling, part, wanted[part.name] ?? 0);
    held = (await tab.frames.call(at.frame, 'partsOf', group)) ?? [];
    if (held.every(({ name, now }) => isHeld(name, now, wanted))) return null;
  }
  const shown = held.map(({ name, now }) => `${name} ${now ?? 'empty'}`).join(', ');
  return `it was typed twice, and the field holds ${shown}`;
}

type Wanted = Partial<Record<PartName, number>>;

function isHeld(name: PartName, now: number | null, wanted: Wanted): boolean {
  // Libraries count its two values in their own ways.
  return name === 'dayPeriod' ? now !== null : now === wanted[name] || isSameHour(name, now, wanted);
}

/** The hour of a clock with two halves may be told as one of 24. */
function isSameHour(name: PartName, now: number | null, { hour, dayPeriod }: Wanted): boolean {
  return name === 'hour' && hour !== undefined && now === (hour % 12) + (dayPeriod === 1 ? 12 : 0);
}

async function typePart({ tab, at, deadline, signal }: Filling, part: Part, value: number): Promise<void> {
  const ready = await waitForTarget(tab, refIn(at.frame, part.ref), 'enabled', deadline);
  await tab.frames.call(ready.frame, 'focusField', ready.target, true);
  await tab.keyboard.type(keysFor(part.name, value), 0, signal);
}

function keysFor(name: PartName, value: number): string {
  if (name === 'dayPeriod') return value === 1 ? 'p' : 'a';
  return String(value).padStart(name === 'year' ? 4 : 2, '0');
}

const form = /^(?:(\d{4})-(\d{1,2})-(\d{1,2}))?[T ]?(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** `null` when the text does not say each part. */
function readParts(text: string, parts: readonly Part[]): Wanted | null {
  const found = form.exec(text.trim());
  if (found === null) return null;
  const [year, month, day, hours, minute, second = '0'] = found.slice(1);
  const hasHalves = parts.some(({ name }) => name === 'dayPeriod');
  const hour = hours === undefined ? undefined : Number(hours);
  const said: Readonly<Record<PartName, number | undefined>> = {
    year: toNumber(year),
    month: toNumber(month),
    day: toNumber(day),
    hour: hour !== undefined && hasHalves ? hour % 12 || 12 : hour,
    minute: toNumber(minute),
    second: hour === undefined ? undefined : toNumber(second),
    dayPeriod: hour === undefined ? undefined : Number(hour >= 12),
  };
  const wanted: Wanted = {};
  for (const { name } of parts) {
    const value = said[name];
    if (value === undefined) return null;
    wanted[name] = value;
  }
  return wanted;
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function formOf(parts: readonly Part[]): string {
  const has = (name: PartName) => parts.some((part) => part.name === name);
  const day = has('day') ? '2026-01-31' : '';
  const time = has('hour') ? (has('second') ? '13:45:00' : '13:45') : '';
  return `a value as ${[day, time].filter((part) => part !== '').join(' ')}`;
}
