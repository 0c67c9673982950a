/**
 * When a rule that has changed applies. `size`: in a window or container of another size. `motion`: in an animation or
 * transition. `overridden`: now, but another rule wins.
 */
export const ruleTimes = [
  'hover',
  'focus',
  'press',
  'scheme',
  'print',
  'size',
  'motion',
  'state',
  'overridden',
] as const;
export type RuleTime = (typeof ruleTimes)[number];
