import type { Browser } from 'playwright-core';

import type { Benchmark, Report } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';

import { type Answer, askPage } from './ask-page.ts';
import { startApp } from './dev-app.ts';
import { type ExpectedKind, readExpectedKinds } from './expected-kinds.ts';
import { type Setup, setups } from './setups.ts';

/** Needs the packages built, and a registry to install the apps from on the first run. */
export const sources: Benchmark = {
  name: 'sources',
  title: 'the right component, file and line of every kind of element, in apps of each framework',
  async run(report) {
    const browser = await launchBrowser();
    const rows: Record<string, string | number>[] = [];
    for (const setup of setups) {
      report.progress(setup.name);
      rows.push(await checkSetup(setup, browser, report));
    }
    await browser.close();
    report.table('Elements', rows);
    report.result('setups', rows);
    const wrong = rows.filter((row) => row['wrong line'] !== 0);
    if (wrong.length > 0) throw new Error(`Wrong lines in ${wrong.map((row) => row.setup).join(', ')}.`);
  },
};

async function checkSetup(setup: Setup, browser: Browser, report: Report) {
  await using app = await startApp(setup, report.progress);
  const expected = readExpectedKinds(app.folder);
  const { answers, messages } = await askPage(browser, app.url, app.folder);
  const verdicts = answers.map((answer) => judge(answer, expected.get(answer.kind)));
  for (const [at, verdict] of verdicts.entries()) {
    const { kind = '', line = null, component = '' } = answers[at] ?? {};
    if (verdict !== 'right')
      report.progress(`${setup.name}: ${kind}: ${verdict}: ${line ?? ''} ${component}`);
  }
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return {
    setup: setup.name,
    elements: answers.length,
    right: count('right'),
    'no line': count('no line'),
    'wrong line': count('wrong line'),
    'wrong component': count('wrong component'),
    'console messages': messages.length,
  };
}

type Verdict = 'right' | 'no line' | 'wrong line' | 'wrong component';

function judge({ line, component }: Answer, expected: ExpectedKind | undefined): Verdict {
  if (expected === undefined || (line !== null && line !== expected.line)) return 'wrong line';
  if (line === null && expected.line !== null) return 'no line';
  return component === expected.component ? 'right' : 'wrong component';
}
