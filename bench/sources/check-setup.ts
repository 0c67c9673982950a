/** Asks a running app about every kind of element, and compares the answers with what its files say. */
import { setTimeout as wait } from 'node:timers/promises';

import type { Browser } from 'playwright-core';

import { type Answer, type OpenPage, openPage } from './ask-page.ts';
import { startApp } from './dev-app.ts';
import { type Edit, editAbove, edits } from './edit-above.ts';
import { type ExpectedKind, readExpectedKinds } from './expected-kinds.ts';
import type { Setup } from './setups/setup.ts';

interface CheckedAnswer extends Answer {
  readonly outcome: SourceResult;
}

export interface SetupResult {
  readonly checked: readonly CheckedAnswer[];
  /** What the same page answers after its files have got lines above their tags. */
  readonly edited: readonly EditedAnswers[];
  /** Warnings and errors of the console that have to do with attributes or hydration. */
  readonly messages: readonly string[];
}

interface EditedAnswers {
  readonly edit: Edit;
  readonly checked: readonly CheckedAnswer[];
  /** Whether the dev server has loaded the page again, instead of a hot update. */
  readonly reloaded: boolean;
}

export type SourceResult =
  | 'right'
  | 'no line'
  | 'wrong line'
  | 'no component'
  | 'wrong component'
  | 'no use'
  | 'wrong use'
  | 'wrong place to edit';

export async function checkSetup(
  setup: Setup,
  browser: Browser,
  progress: (message: string) => void,
): Promise<SetupResult> {
  await using app = await startApp(setup, progress);
  await using page = await openPage(browser, app.url, app.folder);
  const checked = await checkAnswers(page, app.folder);
  // What was written into the console after an edit is the dev server's account of it.
  const messages = [...page.messages];
  const edited: EditedAnswers[] = [];
  for (const edit of edits) {
    const loads = page.loads();
    if (editAbove(app.folder, edit) === 0) continue;
    const answers = await checkUpdated(page, app.folder, checked.length);
    edited.push({ edit, checked: answers, reloaded: page.loads() > loads });
  }
  return { checked, edited, messages };
}

async function checkAnswers(page: OpenPage, folder: string): Promise<CheckedAnswer[]> {
  const expected = readExpectedKinds(folder);
  return (await page.ask()).map((answer) => ({
    ...answer,
    outcome: checkAnswer(answer, expected.get(answer.kind)),
  }));
}

const updateLimitMs = 20_000;
const betweenAsksMs = 500;

/** The answers after the hot update: the first that are all right, else the last before the time is over. */
async function checkUpdated(page: OpenPage, folder: string, elements: number): Promise<CheckedAnswer[]> {
  const until = performance.now() + updateLimitMs;
  for (;;) {
    // While the page is loaded again, it cannot be asked.
    const checked = await checkAnswers(page, folder).catch(() => []);
    const isRight = checked.length >= elements && checked.every(({ outcome }) => outcome === 'right');
    if (isRight || performance.now() > until) return checked;
    await wait(betweenAsksMs);
  }
}

export function count({ checked }: Pick<SetupResult, 'checked'>, outcome: SourceResult): number {
  return checked.filter((each) => each.outcome === outcome).length;
}

function checkAnswer(answer: Answer, expected: ExpectedKind | undefined): SourceResult {
  const { line, component, use, madeFrom } = answer;
  if (expected === undefined || (line !== null && line !== expected.line)) return 'wrong line';
  if (madeFrom !== null && madeFrom !== expected.madeFrom) return 'wrong line';
  if (component !== expected.component) return component === '' ? 'no component' : 'wrong component';
  if (line === null && expected.line !== null) return 'no line';
  const places = [...expected.uses, ...expected.variableTags];
  if (use !== null && expected.uses.length > 0 && !places.includes(use)) return 'wrong use';
  if (use === null && expected.uses.length > 0) return 'no use';
  const first: readonly (string | null)[] = expected.edited === 'used' ? expected.uses : [line];
  return expected.edited === null || first.includes(answer.edited) ? 'right' : 'wrong place to edit';
}
