/** The project's own Playwright: where it is, which tests it knows, and running them. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { z } from 'zod';

import { AnnotateError, parseJson } from '@annotate-mcp/core';
import { runProgram } from '@annotate-mcp/store/programs';

export interface Playwright {
  /** The folder of its configuration. */
  folder: string;
  config: string;
  /** The script that the command `playwright` runs. */
  script: string;
}

const extensions = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'];

/** The configuration that is nearest to the app, up to the project root; `null` when there is none. */
export function findConfig(app: string, root: string): string | null {
  for (let folder = app; ; folder = dirname(folder)) {
    const found = extensions
      .map((end) => join(folder, `playwright.config.${end}`))
      .find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (folder === root || dirname(folder) === folder) return null;
  }
}

/** `null` when the package is not installed. */
export function playwrightOf(config: string): Playwright | null {
  try {
    const script = createRequire(config).resolve('@playwright/test/cli');
    return { folder: dirname(config), config, script };
  } catch {
    return null;
  }
}

const annotation = z.object({ type: z.string(), description: z.string().optional() });
const result = z.object({ error: z.object({ message: z.string().optional() }).optional() });
const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({ annotations: z.array(annotation), status: z.string().optional(), results: z.array(result) }),
  ),
});
type Spec = z.output<typeof spec>;

interface Suite {
  specs?: Spec[] | undefined;
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(spec).optional(), suites: z.array(suite).optional() }),
);

const reportSchema = z.object({
  config: z.object({ rootDir: z.string(), projects: z.array(z.object({ testDir: z.string() })) }),
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

export interface Report {
  testDir: string;
  /** How the names of the project's tests end: `.spec.ts`. */
  testEnding: string;
  /** Where the files of the tests are relative to. */
  rootDir: string;
  tests: CheckTest[];
  /** What kept Playwright from running the tests. */
  errors: string[];
}

/** A test that keeps the result of a comment. */
export interface CheckTest {
  annotationId: string;
  title: string;
  /** Relative to `rootDir`. */
  file: string;
  line: number;
  /** Why it fails, in the words of Playwright; `null` when it passes or was not run. */
  failure: string | null;
  isSkipped: boolean;
}

/** `only`: run these, written as `file:line`. Without it the tests are only listed. */
export async function readReport(playwright: Playwright, only?: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'annotate-check-'));
  try {
    const file = join(folder, 'report.json');
    const printed =
      only === undefined
        ? await run(playwright, ['--list'], file, listMs)
        : await run(playwright, only.map(escapePattern), file);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) throw failedError(playwright, printed);
    return toReport(reportSchema.parse(parseJson(text)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A configuration that never comes to an end must not keep a dev server waiting for its tests. */
const listMs = 60_000;

/** Tests may take long; one that never comes to an end is ended with its browsers. */
const runMs = 60 * 60_000;

/** Playwright reads the names of test files as regular expressions. */
function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Returns what it printed to stderr. It fails when a test does, so the exit code is not looked at. */
async function run(
  { folder, config, script }: Playwright,
  args: readonly string[],
  report: string,
  mostMs = runMs,
): Promise<string> {
  const { stderr } = await runProgram(
    process.execPath,
    [script, 'test', '--config', config, ...args, '--reporter=json'],
    {
      cwd: folder,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      mostMs,
      // Ctrl+C in the terminal is for the tests as well.
      group: false,
    },
  );
  return stderr.slice(0, 10_000);
}

function toReport({ config, suites, errors }: z.output<typeof reportSchema>): Report {
  const specs = suites.flatMap(specsIn);
  return {
    rootDir: config.rootDir,
    testDir: config.projects[0]?.testDir ?? config.rootDir,
    testEnding: endingOf(specs),
    tests: specs.flatMap(checkIn),
    errors: errors.flatMap(({ message }) => (message === undefined ? [] : [plain(message)])),
  };
}

/** A project may match other names than the usual ones. */
function endingOf([first]: readonly Spec[]): string {
  return /(?:\.\w+)?\.[cm]?[jt]sx?$/.exec(first?.file ?? '')?.[0] ?? '.spec.ts';
}

function specsIn({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** In several browsers a test fails when it fails in one of them. */
function checkIn({ title, file, line, tests }: Spec): CheckTest[] {
  const annotationId = tests
    .flatMap(({ annotations }) => annotations)
    .find(({ type }) => type === 'annotate')?.description;
  if (annotationId === undefined) return [];
  const failed = tests.find(({ status }) => status === 'unexpected');
  const message = failed?.results.map(({ error }) => error?.message).find((text) => text !== undefined);
  return [
    {
      annotationId,
      title,
      file,
      line,
      failure: failed === undefined ? null : plain(message ?? 'Playwright gives no reason.'),
      isSkipped: tests.every(({ status }) => status === 'skipped'),
    },
  ];
}

/** Without colours. */
function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}

function failedError({ config }: Playwright, printed: string): AnnotateError {
  const said = plain(printed).split('\n').slice(0, 10).join('\n');
  return new AnnotateError(
    'check/failed',
    `Playwright could not run the tests of ${config}.${said === '' ? '' : `\n${said}`}`,
    {
      hint: 'Run npx playwright test there to see what is wrong, then run the command again.',
    },
  );
}
