/** Tells which rules for the target are different, of those that do not show in how the page is drawn now. Pure. */
import type { LayoutElement, ProofRecord, StyleRule } from './page-layout.ts';
import type { ProofChange } from './proof.ts';
import type { RuleTime } from './rule-times.ts';

export interface RuleChange {
  readonly change: ProofChange;
  /** The rule is on both sides, so it was edited and does not only match because of another class. */
  readonly isEdited: boolean;
}

/** Empty where one of the records is of a page that did not tell its rules. */
export function compareRules(before: ProofRecord, after: ProofRecord): RuleChange[] {
  if (before.rules === undefined || after.rules === undefined) return [];
  const uses = [...before.rules, ...after.rules].filter(({ applies }) => !applies);
  const tracked = trackedNames(after);
  return pairRules(joinRules(before.rules), joinRules(after.rules)).flatMap(([old, now]) => {
    const rule = now ?? old;
    if (rule === undefined) return [];
    return differences(old, now).flatMap(({ name, ...values }): RuleChange[] => {
      const when = timeOf(rule, name, Object.values(values).join(' '), uses, tracked);
      if (when === null) return [];
      const { file } = rule;
      const change: ProofChange = {
        what: 'rule',
        rule: ruleName(rule),
        name,
        ...values,
        when,
        ...(file !== undefined && { file }),
      };
      return [{ change, isEdited: old !== undefined && now !== undefined }];
    });
  });
}

/** `@media print .button`. */
function ruleName({ selector, condition }: StyleRule): string {
  const whole = condition === undefined ? selector : `${condition} ${selector}`;
  return whole.length > longestName ? `${whole.slice(0, longestName - 1)}…` : whole;
}

const longestName = 160;

/** Rules with the same selector and condition are one: the last one that sets a property wins. */
function joinRules(rules: readonly StyleRule[]): Map<string, StyleRule> {
  const joined = new Map<string, StyleRule>();
  for (const rule of rules) {
    const key = `${rule.condition ?? ''} ${rule.selector}`;
    const known = joined.get(key);
    const declarations = { ...known?.declarations, ...rule.declarations };
    joined.set(key, { ...rule, applies: rule.applies || known?.applies === true, declarations });
  }
  return joined;
}

type RulePair = readonly [old: StyleRule | undefined, now: StyleRule | undefined];

function pairRules(old: ReadonlyMap<string, StyleRule>, now: ReadonlyMap<string, StyleRule>): RulePair[] {
  const pairs: RulePair[] = [];
  const removed = [...old].flatMap(([key, rule]) => (now.has(key) ? [] : [rule]));
  for (const [key, rule] of now) {
    // A build may have renamed its classes, and a utility class stands for another value in another class.
    const at = old.has(key) ? -1 : removed.findIndex((other) => shapeOf(other) === shapeOf(rule));
    pairs.push([at === -1 ? old.get(key) : removed.splice(at, 1)[0], rule]);
  }
  return [...pairs, ...removed.map((rule) => [rule, undefined] as const)];
}

/** The rule without the names of its classes. */
function shapeOf({ selector, condition = '', file = '' }: StyleRule): string {
  return `${file} ${condition} ${selector.replace(/\.(?:\\.|[\w-])+/g, '.')}`;
}

interface Difference {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

function differences(old: StyleRule | undefined, now: StyleRule | undefined): Difference[] {
  const [before = {}, after = {}] = [old?.declarations, now?.declarations];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      ...(before[name] !== undefined && { before: before[name] }),
      ...(after[name] !== undefined && { after: after[name] }),
    }));
}

/** When the declaration applies; `null` when now, so that it shows in how the page is drawn. */
function timeOf(
  rule: StyleRule,
  name: string,
  values: string,
  uses: readonly StyleRule[],
  tracked: ReadonlySet<string>,
): RuleTime | null {
  if (rule.selector.startsWith('@keyframes')) return 'motion';
  if (!rule.applies) return timeOfRule(rule);
  if (/^(?:animation|transition)/.test(name)) return 'motion';
  if (values.includes('light-dark(')) return 'scheme';
  // What these parts are like is compared as it is drawn.
  if (/(?<!\\)::?(?:before|after)$/.test(rule.selector)) return null;
  if (name.startsWith('--')) {
    const user = uses.find(({ declarations }) => Object.values(declarations).some(refersTo(name)));
    return user === undefined ? null : timeOfRule(user);
  }
  return [...tracked].some((each) => each === name || each.startsWith(`${name}-`)) ? 'overridden' : 'state';
}

function refersTo(name: string): (value: string) => boolean {
  return (value) => new RegExp(`var\\(\\s*${name}(?![\\w-])`).test(value);
}

const conditionTimes: readonly (readonly [RegExp, RuleTime])[] = [
  [/starting-style|reduced-motion/, 'motion'],
  [/\bprint\b/, 'print'],
  [/color-scheme/, 'scheme'],
  [/width|height|orientation|aspect-ratio|@container|inline-size|block-size/, 'size'],
];

const stateTimes: readonly (readonly [RegExp, RuleTime])[] = [
  [/(?<!\\):hover/, 'hover'],
  [/(?<!\\):focus/, 'focus'],
  [/(?<!\\):active/, 'press'],
  [/\.(?:[\w-]*-)?(?:dark|light)(?![\w])|\[[\w-]*(?:theme|mode|scheme)/, 'scheme'],
];

function timeOfRule({ selector, unmet }: StyleRule): RuleTime {
  const [times, text] = unmet === undefined ? [stateTimes, selector] : [conditionTimes, unmet];
  return times.find(([pattern]) => pattern.test(text))?.[1] ?? 'state';
}

/** The properties that are compared as they are drawn. */
function trackedNames({ layout }: ProofRecord): Set<string> {
  const target = layout.elements.find(({ role }: LayoutElement) => role === 'target');
  return new Set(Object.keys(target?.styles ?? {}));
}
