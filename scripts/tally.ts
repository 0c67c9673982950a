/** Adds up what test.ts ran and prints `N passed, N failed` as its last line. test.ts decides what is run. */
import { readFileSync } from 'node:fs';

export interface Step {
  name: string;
  exitCode: number;
  /** The JSON report that Vitest or Playwright was told to write; a step without one is a single check. */
  report?: string;
}

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** The tests that failed, each with the first line of why: a log of this length is often read from its end. */
  failures: string[];
  /** Failures outside of tests, which the reports do not have. */
  problems: string[];
  /** The tests that passed only when they were tried again: each is a defect. */
  repeated: string[];
}

const nothing = (): Tally => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  problems: [],
  repeated: [],
});

export function tally(steps: readonly Step[]): Tally {
  const total = nothing();
  for (const step of steps) {
    const { passed, failed, skipped, failures, problems, repeated } =
      step.report === undefined ? checked(step) : reported(step, step.report);
    total.passed += passed;
    total.failed += failed + problems.length;
    total.skipped += skipped;
    total.failures.push(...failures);
    total.problems.push(...problems);
    total.repeated.push(...repeated);
  }
  if (total.passed + total.failed === 0) {
    total.failed = 1;
    total.problems.push('no test ran');
  }
  return total;
}

export function lastLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function checked({ name, exitCode }: Step): Tally {
  return { ...nothing(), problems: exitCode === 0 ? [] : [`${name} failed (exit code ${exitCode})`] };
}

function reported(step: Step, path: string): Tally {
  let counted: Tally;
  try {
    counted = count(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    return {
      ...checked(step),
      problems: [`${step.name} left no readable report (exit code ${step.exitCode}): ${String(cause)}`],
    };
  }
  if (counted.passed + counted.failed + counted.problems.length === 0) {
    counted.problems.push(`${step.name} ran no test`);
  } else if (step.exitCode !== 0 && counted.failed + counted.problems.length === 0) {
    counted.problems.push(
      `${step.name}: every test passed, but a coverage floor was missed or something failed outside the tests; see above`,
    );
  }
  return counted;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: VitestAssertion[] }[];
}

interface VitestAssertion {
  status: string;
  fullName?: string;
  failureMessages?: string[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
}

function count(report: unknown): Tally {
  if (isVitest(report)) return countVitest(report);
  if (isPlaywright(report)) return countPlaywright(report);
  throw new Error('neither a Vitest nor a Playwright report');
}

const isVitest = (report: unknown): report is VitestReport =>
  typeof report === 'object' && report !== null && 'numPassedTests' in report && 'testResults' in report;

const isPlaywright = (report: unknown): report is PlaywrightReport =>
  typeof report === 'object' && report !== null && 'stats' in report && 'errors' in report;

function countVitest(report: VitestReport): Tally {
  // A file that could not be loaded has no tests to fail, so Vitest's own number leaves it out.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failedTest(name, fullName, failureMessages?.[0])),
    ),
    problems: broken.map(({ name }) => `${name} could not be run`),
    // vitest.config.ts lets no test be tried again.
    repeated: [],
  };
}

function countPlaywright({ stats, errors, suites }: PlaywrightReport): Tally {
  const testsWith = (wanted: string) =>
    specsOf(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) =>
          failedTest(
            `${projectName}: ${file}`,
            title,
            results.find(({ error }) => error !== undefined)?.error?.message,
          ),
        ),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: testsWith('unexpected'),
    repeated: testsWith('flaky'),
    problems: errors.map(({ message }) => message?.split('\n')[0] ?? 'an error outside any test'),
  };
}

function specsOf(suites: readonly PlaywrightSuite[] = []): PlaywrightSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)]);
}

const failedTest = (where: string, name = 'a test', why = '') =>
  `${where} › ${name}: ${why.split('\n')[0] ?? ''}`;

/** What a run says at its end: what is wrong, then the line that counts. */
export function describeTally(result: Tally): string[] {
  return [
    ...result.failures.map((line) => `FAILED ${line}`),
    ...result.problems,
    ...result.repeated.map((line) => `PASSED ONLY WHEN TRIED AGAIN ${line}`),
    lastLine(result),
  ];
}
