/** The programs that tests start from their sources, and start as bundles where bundle-test-programs.ts has made them. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Paths without extension. A program that is missing here starts from its sources, which takes three times as long. */
export const testPrograms: readonly string[] = [
  'packages/cli/src/bin',
  'packages/hub/src/process/bin',
  'packages/hub/src/testing/app-process',
  'packages/hub/src/testing/list-process',
  'packages/markdown/src/review/testing/worker',
  'packages/mcp-server/src/testing/stdio-server',
  'packages/store/src/contract/worker',
  'packages/work/src/testing/told-agent',
];

/** Replaces the sources that this process starts. Everything else about the new process stays as the caller says. */
export function startBundledPrograms(): void {
  const folder = process.env.ANNOTATE_TEST_PROGRAMS;
  if (folder === undefined) return;
  // This module is evaluated again for each test file of the process.
  delete process.env.ANNOTATE_TEST_PROGRAMS;
  const bundles = new Map(testPrograms.map((name) => [join(root, `${name}.ts`), join(folder, `${name}.js`)]));
  const replaceIn = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(replaceIn);
    return typeof given === 'string' ? (bundles.get(given) ?? given) : given;
  };
  for (const name of ['spawn', 'fork'] as const) {
    const start = childProcess[name];
    Object.assign(childProcess, {
      [name]: (...given: unknown[]): unknown => Reflect.apply(start, childProcess, given.map(replaceIn)),
    });
  }
  syncBuiltinESMExports();
}
