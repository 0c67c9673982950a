import { InvalidArgumentError } from 'commander';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** `90d`, `12h`, or a date such as `2027-01-31`: a time that far from `now`, in the direction of `sign`. */
export function readTime(text: string, sign: 1 | -1, now: Date = new Date()): Date {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined && isUnit(unit))
    return new Date(now.getTime() + sign * Number(count) * units[unit]);
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : null;
  if (date !== null && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError(
    'Use a number with m, h, d or w, such as 30d, or a date such as 2027-01-31.',
  );
}

function isUnit(text: string | undefined): text is keyof typeof units {
  return text !== undefined && text in units;
}
