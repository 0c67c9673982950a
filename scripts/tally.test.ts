import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { describeTally, lastLine, tally, type Step } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'tally: '));
afterAll(() => rmSync(folder, { recursive: true }));

function report(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };
const good = report('vitest.json', vitest);
const goodE2e = report('playwright.json', playwright);

describe('the tally', () => {
  it.each([
    {
      name: 'adds up both reports',
      steps: [
        { name: 'build', exitCode: 0 },
        { name: 'vitest', exitCode: 0, report: good },
        { name: 'e2e', exitCode: 0, report: goodE2e },
      ],
      line: '10 passed, 0 failed',
    },
    {
      name: 'counts a failed step that has no tests',
      steps: [
        { name: 'lint', exitCode: 1 },
        { name: 'vitest', exitCode: 0, report: good },
      ],
      line: '7 passed, 1 failed',
    },
    {
      name: 'counts a run that failed although its tests passed, as for a missed coverage floor',
      steps: [{ name: 'vitest', exitCode: 1, report: good }],
      line: '7 passed, 1 failed',
    },
    {
      name: 'counts failed tests once, not again for the exit code',
      steps: [
        { name: 'vitest', exitCode: 1, report: report('failed.json', { ...vitest, numFailedTests: 2 }) },
      ],
      line: '7 passed, 2 failed',
    },
    {
      name: 'counts a file that could not be loaded beside a test that failed',
      steps: [
        {
          name: 'vitest',
          exitCode: 1,
          report: report('broken.json', {
            ...vitest,
            numFailedTests: 1,
            testResults: [
              { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] },
              { name: 'b.test.ts', status: 'failed', assertionResults: [] },
            ],
          }),
        },
      ],
      line: '7 passed, 2 failed',
    },
    {
      name: 'mentions skipped tests when there are any',
      steps: [
        {
          name: 'vitest',
          exitCode: 0,
          report: report('skipped.json', { ...vitest, numPendingTests: 1, numTodoTests: 1 }),
        },
        {
          name: 'e2e',
          exitCode: 0,
          report: report('flaky.json', {
            stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 1 },
            errors: [],
          }),
        },
      ],
      line: '9 passed, 0 failed, 3 skipped',
    },
    {
      name: 'counts an error of Playwright outside any test',
      steps: [
        {
          name: 'e2e',
          exitCode: 1,
          report: report('errors.json', { ...playwright, errors: [{ message: 'boom\nat …' }] }),
        },
      ],
      line: '3 passed, 1 failed',
    },
    {
      name: 'counts a report that is missing',
      steps: [{ name: 'e2e', exitCode: 0, report: join(folder, 'nothing.json') }],
      line: '0 passed, 1 failed',
    },
    {
      name: 'counts a report that was cut off',
      steps: [{ name: 'vitest', exitCode: 137, report: report('cut.json', '{"numPassedTests": 7,') }],
      line: '0 passed, 1 failed',
    },
    {
      name: 'counts a report of something else',
      steps: [{ name: 'vitest', exitCode: 0, report: report('other.json', { tests: 7 }) }],
      line: '0 passed, 1 failed',
    },
    {
      name: 'counts a suite that ran nothing, even beside one that did',
      steps: [
        { name: 'vitest', exitCode: 0, report: good },
        {
          name: 'e2e',
          exitCode: 0,
          report: report('empty.json', { ...playwright, stats: { ...playwright.stats, expected: 0 } }),
        },
      ],
      line: '7 passed, 1 failed',
    },
    {
      name: 'does not call nothing a success',
      steps: [{ name: 'build', exitCode: 0 }],
      line: '0 passed, 1 failed',
    },
  ])('$name', ({ steps, line }) => {
    expect(lastLine(tally(steps))).toBe(line);
  });

  it('names each test that failed, and apart from those each that was tried again, with the first line of why', () => {
    const failedVitest = report('named.json', {
      ...vitest,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a good one', failureMessages: [] },
            { status: 'failed', fullName: 'a bad one', failureMessages: ['expected 1\nat …'] },
          ],
        },
      ],
    });
    const test = { projectName: 'react', status: 'unexpected', results: [{ error: { message: 'no\nat' } }] };
    const slow = { projectName: 'vue', status: 'flaky', results: [{ error: { message: 'slow' } }, {}] };
    const failedE2e = report('named-e2e.json', {
      stats: { ...playwright.stats, unexpected: 1 },
      errors: [],
      suites: [{ suites: [{ specs: [{ title: 'a click', file: 'page.spec.ts', tests: [test, slow] }] }] }],
    });
    const { failures, repeated } = tally([
      { name: 'vitest', exitCode: 1, report: failedVitest },
      { name: 'e2e', exitCode: 1, report: failedE2e },
    ]);
    expect(failures).toEqual(['a.test.ts › a bad one: expected 1', 'react: page.spec.ts › a click: no']);
    expect(repeated).toEqual(['vue: page.spec.ts › a click: slow']);
  });

  it('is the last line, after the tests that were tried again', () => {
    const describe = (...steps: Step[]) => describeTally(tally(steps));
    const passed = { name: 'vitest', exitCode: 0, report: good };
    expect(describe({ name: 'build', exitCode: 0 }, passed)).toEqual(['7 passed, 0 failed']);
    const test = { projectName: 'vue', status: 'flaky', results: [{ error: { message: 'slow' } }] };
    const flaky = report('repeated.json', {
      stats: { ...playwright.stats, flaky: 1 },
      errors: [],
      suites: [{ specs: [{ title: 'a click', file: 'page.spec.ts', tests: [test] }] }],
    });
    expect(describe({ name: 'lint', exitCode: 1 }, { name: 'e2e', exitCode: 0, report: flaky })).toEqual([
      'lint failed (exit code 1)',
      'PASSED ONLY WHEN TRIED AGAIN vue: page.spec.ts › a click: slow',
      '4 passed, 1 failed',
    ]);
  });
});
