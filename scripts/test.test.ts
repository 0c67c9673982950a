import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pretendInstalled, temporaryCheckout, type TemporaryCheckout } from './temporary-checkout.ts';

// The tools are replaced: what is tested is which of them run, and what the last line makes of how they end.
const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};
const playwrightReport = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };
const played = (option: string, report: unknown) =>
  `for a in "$@"; do case "$a" in ${option}=*) echo '${JSON.stringify(report)}' >"\${a#*=}" ;; esac; done`;
const tools: Record<string, string> = {
  tsc: '',
  vite: '',
  oxfmt: '',
  eslint: '',
  oxlint: '',
  knip: '',
  vitest: played('--outputFile.json', vitestReport),
  ng: played('--output-file', { ...vitestReport, numPassedTests: 3 }),
  // Also `npm pack`, for the packages that fresh apps get.
  npm: '',
  playwright: `echo '${JSON.stringify(playwrightReport)}' >"$PLAYWRIGHT_JSON_OUTPUT_FILE"`,
};

/** knip runs with tests and without. */
const lint = ['oxfmt', 'knip', 'knip', 'eslint', 'oxlint'];

let checkout: TemporaryCheckout;

beforeEach(() => {
  checkout = temporaryCheckout({ 'packages/angular/angular.json': '{}' });
  pretendInstalled(checkout);
  // The scripts that write the published manifests use it themselves.
  symlinkSync(join(import.meta.dirname, '../node_modules/zod'), join(checkout.root, 'node_modules/zod'));
  for (const [name, body] of Object.entries(tools)) {
    const path = `node_modules/.bin/${name}`;
    const lines = [
      '#!/usr/bin/env bash',
      `echo "${name} full=\${ANNOTATE_TEST_FULL:-0} $*" >>"${checkout.root}/ran"`,
      body,
      `[ "\${FAILS:-}" != ${name} ]`,
    ];
    checkout.write(path, lines.join('\n'));
    chmodSync(join(checkout.root, path), 0o755);
  }
});

afterEach(() => checkout[Symbol.dispose]());

describe('test.sh', () => {
  it('builds, lints, tests, runs ng test and e2e, then counts', () => {
    expect(runTests()).toEqual({ status: 0, last: '10 passed, 0 failed' });
    // Lint runs beside the others, and `ng test` beside Playwright.
    expect(ran().filter((tool) => !lint.includes(tool) && tool !== 'ng')).toEqual([
      'tsc',
      'vitest',
      'playwright',
    ]);
    expect(ran().filter((tool) => lint.includes(tool))).toEqual(lint);
    expect(ran()).toContain('ng');
    expect(commands()).toContainEqual(expect.stringMatching(/^vitest full=0 run /));
  });

  const goesOnAfter = (tool: string, last = '10 passed, 1 failed') => {
    expect(runTests([], { FAILS: tool })).toEqual({ status: 1, last });
    expect(ran()).toEqual(expect.arrayContaining(['tsc', 'oxfmt', 'knip', 'eslint', 'vitest']));
  };

  it('goes on after vitest failed, and counts it', { tags: 'full' }, () => goesOnAfter('vitest'));

  it.each(['oxfmt', 'eslint', 'oxlint', 'knip', 'ng', 'playwright'])(
    'goes on after %s failed, and counts it',
    { tags: ['full'] },
    (tool) => goesOnAfter(tool),
  );

  it('counts a build that failed, and does not run what needs it', () => {
    goesOnAfter('tsc', '5 passed, 1 failed');
  });

  it('runs only the files it is given, without lint, floors, ng test or e2e', () => {
    expect(runTests(['packages/core', 'a b'])).toEqual({ status: 0, last: '5 passed, 0 failed' });
    expect(ran()).toEqual(['tsc', 'vitest']);
    expect(commands().at(-1)).toMatch(/packages\/core a b$/);
    expect(commands().at(-1)).not.toContain('--coverage');
  });

  it(
    'tells the suites to run in full, with coverage floors, and still runs everything',
    { tags: 'full' },
    () => {
      checkout.write('e2e/other-browsers/report-missing.ts', '');
      expect(runTests(['--full'])).toEqual({ status: 0, last: '17 passed, 0 failed' });
      const otherBrowsers = /^vitest .*other-browsers\/vitest\.config\.ts/;
      expect(commands()).toContainEqual(expect.stringMatching(otherBrowsers));
      expect(commands()).toContainEqual(expect.stringMatching(/^vitest full=1 run .*--coverage$/));
      expect(commands()).toContainEqual(expect.stringMatching(/^playwright .*e2e\/playwright\.config\.ts/));
      expect(commands()).toContainEqual(expect.stringMatching(/^playwright .*e2e\/packages\.config\.ts/));
    },
  );

  it('goes on without Firefox and WebKit where none is installed', { tags: ['full'] }, () => {
    checkout.write('e2e/other-browsers/report-missing.ts', 'process.exitCode = 3');
    expect(runTests(['--full'])).toEqual({ status: 0, last: '12 passed, 0 failed' });
    expect(commands()).not.toContainEqual(expect.stringContaining('other-browsers'));
  });

  it('counts a setup that failed', () => {
    rmSync(join(checkout.root, 'package-lock.json'));
    expect(runTests()).toEqual({ status: 1, last: '0 passed, 1 failed' });
  });
});

function runTests(args: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout } = spawnSync('bash', [join(checkout.root, 'scripts/test.sh'), ...args], {
    encoding: 'utf8',
    // Any file that can be run will do: no browser is started.
    env: { ...process.env, ANNOTATE_TEST_FULL: '', CHROME_BIN: process.execPath, ...env },
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

const commands = () => readFileSync(join(checkout.root, 'ran'), 'utf8').trimEnd().split('\n');
const ran = () => commands().map((command) => command.split(' ', 1)[0] ?? '');
