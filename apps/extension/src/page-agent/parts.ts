/** Dates and times whose parts are fields of their own, each of which takes digits: the year, the month, the hour. */
import { roleOf } from '@annotate-mcp/page-facts/elements';

import { locate, type LocalTarget } from './locate.ts';
import { refOf } from './refs.ts';

const partNames = ['year', 'month', 'day', 'hour', 'minute', 'second', 'dayPeriod'] as const;

export type PartName = (typeof partNames)[number];

export interface Part {
  readonly ref: string;
  readonly name: PartName;
  /** `null` while it is empty. */
  readonly now: number | null;
}

export function isInParts(element: Element): boolean {
  return !(element instanceof HTMLInputElement) && spinButtonsIn(element).length > 1;
}

/** The parts of a field, in their order on the page; `null` when there are none or one is not known. */
export function partsOf(target: LocalTarget): Part[] | null {
  const located = locate(target);
  if (!('element' in located)) return null;
  const buttons = spinButtonsIn(located.element);
  const found = buttons.map((button) => ({ button, name: nameOfPart(button, buttons) }));
  const parts = found.flatMap(({ button, name }) =>
    name === null ? [] : [{ ref: refOf(button), name, now: numberIn(button) }],
  );
  return parts.length === found.length && parts.length > 0 ? parts : null;
}

/** Those that are typed into: two numbers of which each has a field are no date. */
function spinButtonsIn(element: Element): HTMLElement[] {
  if (roleOf(element) !== 'group') return [];
  return [...element.querySelectorAll<HTMLElement>('[role=spinbutton]')].filter(
    (button) => !(button instanceof HTMLInputElement) && button.isContentEditable,
  );
}

function numberIn(button: Element): number | null {
  const now = button.getAttribute('aria-valuenow');
  return now === null || now === '' ? null : Number(now);
}

/** By what the library says, by its label, or by its largest value. */
function nameOfPart(button: Element, all: readonly Element[]): PartName | null {
  const type = button.getAttribute('data-type');
  const said = partNames.find((name) => name === type);
  if (said !== undefined) return said;
  const label = (button.getAttribute('aria-label') ?? '').toLowerCase();
  const words: readonly (readonly [RegExp, PartName])[] = [
    [/year/, 'year'],
    [/month/, 'month'],
    [/am\/pm|meridiem|day ?period/, 'dayPeriod'],
    [/day/, 'day'],
    [/hour/, 'hour'],
    [/minute/, 'minute'],
    [/second/, 'second'],
  ];
  const labelled = words.find(([pattern]) => pattern.test(label));
  if (labelled !== undefined) return labelled[1];
  const largest = Number(button.getAttribute('aria-valuemax'));
  if (largest > 366) return 'year';
  if (largest === 59)
    return all.findIndex((each) => each.getAttribute('aria-valuemax') === '59') === all.indexOf(button)
      ? 'minute'
      : 'second';
  if (largest >= 28 && largest <= 31) return 'day';
  if (largest === 23) return 'hour';
  return largest === 12
    ? all.some((each) => each.getAttribute('aria-valuemax') === '59')
      ? 'hour'
      : 'month'
    : null;
}
