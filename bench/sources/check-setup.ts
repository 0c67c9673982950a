/** Asks a running app about every kind of element, and compares the answers with what its files say. */
import type { Browser } from 'playwright-core';

import { type Answer, askPage } from './ask-page.ts';
import { startApp } from './dev-app.ts';
import { type ExpectedKind, readExpectedKinds } from './expected-kinds.ts';
import type { Setup } from './setups/setup.ts';

interface CheckedAnswer extends Answer {
  readonly outcome: SourceResult;
}

export interface SetupResult {
  readonly checked: readonly CheckedAnswer[];
  /** Warnings and errors of the console that have to do with attributes or hydration. */
  readonly messages: readonly string[];
}

export type SourceResult =
  | 'right'
  | 'no line'
  | 'wrong line'
  | 'no component'
  | 'wrong component'
  | 'no use'
  | 'wrong use';

export async function checkSetup(
  setup: Setup,
  browser: Browser,
  progress: (message: string) => void,
): Promise<SetupResult> {
  await using app = await startApp(setup, progress);
  const expected = readExpectedKinds(app.folder);
  const { answers, messages } = await askPage(browser, app.url, app.folder);
  return {
    checked: answers.map((answer) => ({
      ...answer,
      outcome: checkAnswer(answer, expected.get(answer.kind)),
    })),
    messages,
  };
}

export function count({ checked }: SetupResult, outcome: SourceResult): number {
  return checked.filter((each) => each.outcome === outcome).length;
}

function checkAnswer({ line, component, use }: Answer, expected: ExpectedKind | undefined): SourceResult {
  if (expected === undefined || (line !== null && line !== expected.line)) return 'wrong line';
  if (component !== expected.component) return component === '' ? 'no component' : 'wrong component';
  if (line === null && expected.line !== null) return 'no line';
  const places = [...expected.uses, ...expected.variableTags];
  if (use !== null && expected.uses.length > 0 && !places.includes(use)) return 'wrong use';
  return use === null && expected.uses.length > 0 ? 'no use' : 'right';
}
