import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { findProcess } from './dev/running-process.ts';
import {
  pretendInstalled,
  temporaryCheckout,
  writeTool,
  type TemporaryCheckout,
} from './temporary-checkout.ts';

// The tools are replaced: what is tested is which of them run, and what the last line makes of how they end.
const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};
const playwrightReport = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };
/** Writes the report that the option names. */
const played = (option: string, report: unknown) => `
for (const arg of process.argv) {
  if (arg.startsWith('${option}=')) writeFileSync(arg.slice('${option}='.length), ${quoted(report)});
}`;
const quoted = (value: unknown) => JSON.stringify(JSON.stringify(value));
const tools: Readonly<Record<string, { folder: string; code?: string }>> = {
  tsc: { folder: 'typescript-7' },
  vite: { folder: 'vite' },
  oxfmt: { folder: 'oxfmt' },
  eslint: { folder: 'eslint' },
  oxlint: { folder: 'oxlint' },
  knip: { folder: 'knip' },
  vitest: { folder: 'vitest', code: played('--outputFile.json', vitestReport) },
  ng: { folder: '@angular/cli', code: played('--output-file', { ...vitestReport, numPassedTests: 3 }) },
  playwright: {
    folder: 'playwright',
    code: `writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${quoted(playwrightReport)});`,
  },
};

/** Says that it was told to end, and needs a second for it. */
const tidies = `{
  process.on('SIGINT', () => {
    console.log('told');
    setTimeout(() => { console.log('tidy'); process.exit(1); }, 1_000);
  });
  setInterval(() => undefined, 1_000);
  console.log('tidies');
}`;
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** knip runs with tests and without. */
const lint = ['oxfmt', 'knip', 'knip', 'eslint', 'oxlint'];

let checkout: TemporaryCheckout;

beforeEach(() => {
  checkout = temporaryCheckout({ 'packages/angular/angular.json': '{}' });
  pretendInstalled(checkout);
  // The scripts that write the published manifests use it themselves.
  symlinkSync(join(import.meta.dirname, '../node_modules/zod'), join(checkout.root, 'node_modules/zod'));
  // `npm pack`, for the packages that fresh apps get.
  checkout.write('bin/npm', '#!/bin/sh\n');
  chmodSync(join(checkout.root, 'bin/npm'), 0o755);
  for (const [name, { folder, code = '' }] of Object.entries(tools)) {
    const lines = [
      "import { appendFileSync, writeFileSync } from 'node:fs';",
      `const said = \`${name} full=\${process.env.ANNOTATE_TEST_FULL || 0} \${process.argv.slice(2).join(' ')}\`;`,
      `appendFileSync(${JSON.stringify(join(checkout.root, 'ran'))}, \`\${said}\\n\`);`,
      code,
      `if (process.env.FAILS === '${name}') process.exitCode = 1;`,
      `if (process.env.TIDIES === '${name}') ${tidies}`,
      `if (process.env.HANGS === '${name}') { writeFileSync(${JSON.stringify(join(checkout.root, 'hangs'))}, String(process.pid)); setInterval(() => undefined, 1_000); }`,
    ];
    writeTool(checkout, folder, name, lines.join('\n'));
  }
});

afterEach(() => checkout[Symbol.dispose]());

describe('npm test', () => {
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

  it('builds nothing for Firefox and WebKit where none is installed', () => {
    checkout.write('e2e/other-browsers/report-missing.ts', "console.log('none'); process.exitCode = 3;");
    const { status, stdout } = spawnSync(process.execPath, [script(), 'test-browsers'], {
      encoding: 'utf8',
      env: environment(),
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'none\n' });
    expect(existsSync(join(checkout.root, 'ran'))).toBe(false);
  });

  it('says how long each part took, and on Linux what it has computed', () => {
    const { stdout } = spawnSync(process.execPath, [script(), 'test', 'packages/core'], {
      encoding: 'utf8',
      env: environment(),
    });
    const time = process.platform === 'linux' ? / s, \d+ s of computing/ : / s/;
    expect(stdout).toMatch(new RegExp(`==> vitest: \\d+${time.source}\\n`));
  });

  it.each([
    { signal: 'SIGINT', tool: 'vitest' },
    { signal: 'SIGTERM', tool: 'vitest' },
    // The build runs it with its output held back.
    { signal: 'SIGTERM', tool: 'ng' },
  ] as const)('ends $tool and itself at $signal', async ({ signal, tool }) => {
    checkout.write('packages/angular/ng-package.json', '{}');
    const run = spawn(process.execPath, [script(), 'test'], {
      env: { ...environment(), HANGS: tool },
      stdio: 'ignore',
    });
    const ended = once(run, 'exit');
    const hanging = await vi.waitUntil(readHanging, { timeout: 15_000 });
    expect(findProcess(hanging)).not.toBeNull();
    run.kill(signal);
    const [code] = (await ended) as [number | null];
    expect(code).not.toBe(0);
    expect(findProcess(hanging)).toBeNull();
    expect(ran()).not.toContain('playwright');
  });

  // A terminal of its own for the run, by the program `script` of Linux.
  it.runIf(hasScript)('tells nothing twice that it ends at Ctrl+C in a terminal', async () => {
    const run = spawn(
      'script',
      ['--quiet', '--return', '--command', `"${process.execPath}" scripts/run.mjs test`, '/dev/null'],
      {
        cwd: checkout.root,
        env: { ...environment(), TIDIES: 'vitest' },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const ended = once(run, 'exit');
    let output = '';
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => output).toContain('tidies');
    run.stdin.write('\u0003');
    await ended;
    expect(output.match(/(?:told|tidy)$/gm)).toEqual(['told', 'tidy']);
  });

  it('counts a setup that failed', () => {
    rmSync(join(checkout.root, 'package-lock.json'));
    expect(runTests()).toEqual({ status: 1, last: '0 passed, 1 failed' });
  });
});

function runTests(args: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout } = spawnSync(process.execPath, [script(), 'test', ...args], {
    encoding: 'utf8',
    env: { ...environment(), ...env },
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

const script = () => join(checkout.root, 'scripts/run.mjs');

const environment = () => ({
  ...process.env,
  PATH: `${join(checkout.root, 'bin')}:${process.env.PATH ?? ''}`,
  ANNOTATE_TEST_FULL: '',
  // Any file that can be run will do: no browser is started.
  CHROME_BIN: process.execPath,
});

/** The pid of the tool that hangs; 0 before it does. */
const readHanging = () => {
  const file = join(checkout.root, 'hangs');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};

const commands = () => readFileSync(join(checkout.root, 'ran'), 'utf8').trimEnd().split('\n');
const ran = () => commands().map((command) => command.split(' ', 1)[0] ?? '');
