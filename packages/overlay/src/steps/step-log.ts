import type { RecordedAction, RecordedStep } from '@annotate-mcp/core';

export interface StepLog {
  readonly add: (action: RecordedAction) => void;
  /** What happened within 30 seconds before the newest step, oldest first. */
  readonly recent: () => RecordedStep[];
}

const maxSteps = 100;
const recentMs = 30_000;

/** `now` in milliseconds. */
export function createStepLog(now: () => number): StepLog {
  const entries: { action: RecordedAction; at: number }[] = [];
  return {
    add(action) {
      const last = entries.at(-1);
      // Typing on in the same field is one step.
      if (last !== undefined && isSameTyping(last.action, action)) entries.pop();
      entries.push({ action, at: now() });
      if (entries.length > maxSteps) entries.shift();
    },
    recent() {
      const newest = entries.at(-1)?.at ?? 0;
      const at = now();
      return entries
        .filter((entry) => newest - entry.at <= recentMs)
        .map((entry) => ({ ...entry.action, secondsBefore: Math.round((at - entry.at) / 100) / 10 }));
    },
  };
}

function isSameTyping(left: RecordedAction, right: RecordedAction): boolean {
  return left.kind === 'type' && right.kind === 'type' && left.element.selector === right.element.selector;
}
