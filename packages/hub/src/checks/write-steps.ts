import type { RecordedStep } from '@annotate-mcp/core';

import { literal } from './literal.ts';
import { locateSelector } from './locate-selector.ts';

/** The steps that led to what was commented on, as far as they can be repeated. */
export function writeSteps(steps: readonly RecordedStep[]): string[] {
  return steps.flatMap(writeStep);
}

function writeStep(step: RecordedStep): string[] {
  switch (step.kind) {
    case 'click':
      return [`await ${locateSelector(step.element.selector)}.click();`];
    case 'type':
      // What was typed is never recorded.
      return [
        '// What was typed here is not recorded: write what the test needs.',
        `await ${locateSelector(step.element.selector)}.fill(${literal('x'.repeat(Math.min(step.characters ?? 8, 100)))});`,
      ];
    case 'press':
      return [`await page.keyboard.press(${literal(step.key)});`];
    case 'choose':
      return writeChoice(step.element.selector, step.choice);
    case 'navigate':
    case 'request':
    case 'error':
      return [];
  }
}

function writeChoice(selector: string, choice: string): string[] {
  if (choice === 'on' || choice === 'off')
    return [`await ${locateSelector(selector)}.setChecked(${choice === 'on' ? 'true' : 'false'});`];
  return [`await ${locateSelector(selector)}.selectOption({ label: ${literal(choice)} });`];
}
