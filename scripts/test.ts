/**
 * Everything a change must pass. The last line is `N passed, N failed`, whatever happened before it.
 * Arguments: [--full] [vitest filters…]
 *   --full    sets ANNOTATE_TEST_FULL=1: also the tests with the tag "full", longer series, published packages in fresh
 *             apps, Node for Windows under Wine, Firefox and WebKit where they are installed, and the coverage floors
 *   filters   only these vitest files: no lint, no coverage floors, no ng test, no e2e
 */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeTally, tally, type Step } from './tally.ts';
import { environment, hasTerminal, ownNode, run, say } from './toolchain.mjs';

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== '--full');
const isFull = args.includes('--full') || process.env.ANNOTATE_TEST_FULL === '1';

// Reports live outside the checkout: another vitest running beside this one cannot overwrite them. They are kept only in
// a folder that the caller names.
const named = process.env.ANNOTATE_REPORTS;
const reports = named ?? mkdtempSync(join(tmpdir(), 'annotate reports '));
mkdirSync(reports, { recursive: true });
if (named === undefined) process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const timesOf = (name: string) => join(reports, `${name}.times`);
const report = (name: string) => join(reports, `${name}.json`);
const vitest = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report('vitest')}`,
];

const steps: Step[] = [];
const isBuilt = await step('build', ['build']);
await (filters.length > 0
  ? step('vitest', [...vitest, ...filters], { report: report('vitest') })
  : runEverything());
say('result');
const result = tally(steps);
for (const line of describeTally(result)) console.log(line);
process.exitCode = result.failed > 0 ? 1 : 0;

async function runEverything(): Promise<void> {
  // Lint computes while the tests wait for processes and browsers; with the lowest priority, so that it delays none.
  const lint = begin('lint', ['lint'], { priority: constants.priority.PRIORITY_LOW });
  // Measuring coverage makes the tests a quarter slower.
  await step('vitest', [...vitest, ...(isFull ? ['--coverage'] : [])], { report: report('vitest') });
  if (isBuilt) await runOnBuilt();
  else say('ng test, e2e: not run, the build failed');
  await finish(lint);
}

async function runOnBuilt(): Promise<void> {
  // The suites of the demos wait about as long as they compute, so this one has room beside them.
  const jsonOf = (name: string) => [
    '--reporters=default',
    '--reporters=json',
    `--output-file=${report(name)}`,
  ];
  const angular = begin('ng test', ['test-angular', ...jsonOf('ng-test')], { report: report('ng-test') });
  await step('e2e', ['test-e2e', '--built', '--reporter=list,json'], { report: report('playwright') });
  await finish(angular);
  if (!isFull) return;
  await step('packages', ['test-packages', '--reporter=list,json'], { report: report('packages') });
  // One check: what Windows runs has a report of its own form. Without Wine it says so.
  await step('windows', ['test-windows', '--built']);
  await runBrowsers();
}

/** Firefox and WebKit are not installed by the setup. Without them there is no report to count. */
async function runBrowsers(): Promise<void> {
  rmSync(report('browsers'), { force: true });
  const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('browsers')}`];
  const before = steps.length;
  const passed = await step('browsers', ['test-browsers', '--built', ...json], {
    report: report('browsers'),
  });
  if (passed && !existsSync(report('browsers'))) steps.length = before;
}

interface StepOptions {
  /** The JSON report that it writes; without one it is a single check. */
  report?: string;
  priority?: number;
}

interface Begun {
  readonly name: string;
  readonly started: number;
  readonly code: Promise<number>;
  /** What it has printed, while others print. */
  readonly printed: string;
  readonly options: StepOptions;
}

/** Runs a task of run.mjs, and goes on after a failure, so one run shows all that is wrong. */
async function step(name: string, task: readonly string[], options: StepOptions = {}): Promise<boolean> {
  say(name);
  const started = Date.now();
  return record({ name, started, options }, await runTask(name, task, options, 'inherit'));
}

/** Starts a task beside others. */
function begin(name: string, task: readonly string[], options: StepOptions = {}): Begun {
  const printed = join(reports, `${name}.txt`);
  const file = openSync(printed, 'w');
  const code = runTask(name, task, options, file);
  closeSync(file);
  return { name, started: Date.now(), code, printed, options };
}

async function finish(begun: Begun): Promise<void> {
  say(begun.name);
  const exitCode = await begun.code;
  process.stdout.write(readFileSync(begun.printed));
  record(begun, exitCode);
}

function record(
  { name, started, options }: Pick<Begun, 'name' | 'started' | 'options'>,
  exitCode: number,
): boolean {
  steps.push({ name, exitCode, ...(options.report !== undefined && { report: options.report }) });
  const seconds = Math.round((Date.now() - started) / 1_000);
  say(`${name}: ${[`${seconds} s`, ...computed(name)].join(', ')}`);
  return exitCode === 0;
}

function runTask(
  name: string,
  task: readonly string[],
  options: StepOptions,
  output: 'inherit' | number,
): Promise<number> {
  return run([ownNode, 'scripts/run.mjs', ...task], {
    env: environment({
      ...(isFull && { ANNOTATE_TEST_FULL: '1' }),
      ...(options.report !== undefined && { PLAYWRIGHT_JSON_OUTPUT_FILE: options.report }),
      ...(hasTerminal && { ANNOTATE_TERMINAL: '1' }),
      ANNOTATE_TIMES: timesOf(name),
    }),
    // Nothing here asks a question.
    stdio: ['ignore', output, output],
    onStart: ({ pid }) => {
      if (options.priority !== undefined && pid !== undefined) setPriority(pid, options.priority);
    },
  });
}

/** On all cores. Only Linux tells it of programs that have ended. */
function computed(name: string): string[] {
  const seconds = existsSync(timesOf(name)) ? readFileSync(timesOf(name), 'utf8') : '';
  return seconds === '' ? [] : [`${Math.round(Number(seconds))} s of computing`];
}
