/** Real Markdown files of installed packages. They are read from node_modules and not copied into the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Document {
  readonly name: string;
  readonly text: string;
}

export interface Corpus {
  readonly documents: readonly Document[];
  /** Files that are not installed. They are reported, because fewer texts change the result. */
  readonly missing: readonly string[];
}

/**
 * Thresholds were set with these files; no result includes them.
 * @public Not used here: a person who tunes a matcher imports it.
 */
export const tuningFiles = [
  'node_modules/acorn/README.md',
  'node_modules/debug/README.md',
  'node_modules/hookified/README.md',
  'node_modules/ignore/README.md',
  'node_modules/napi-postinstall/CHANGELOG.md',
  'node_modules/qified/README.md',
  'node_modules/source-map-js/README.md',
  'node_modules/tinybench/README.md',
  'node_modules/vitest/LICENSE.md',
] as const;

/** From 6 to 99 kB: references, changelogs, tables, and one file of licences that repeat each other. */
export const reportFiles = [
  'README.md',
  'ARCHITECTURE.md',
  'node_modules/@babel/parser/CHANGELOG.md',
  'node_modules/acorn/CHANGELOG.md',
  'node_modules/ajv/README.md',
  'node_modules/cacheable/README.md',
  'node_modules/chai/README.md',
  'node_modules/eslint/README.md',
  'node_modules/expect-type/README.md',
  'node_modules/fast-check/README.md',
  'node_modules/keyv/README.md',
  'node_modules/lint-staged/README.md',
  'node_modules/magic-string/README.md',
  'node_modules/minimatch/README.md',
  'node_modules/optionator/README.md',
  'node_modules/picomatch/README.md',
  'node_modules/semver/README.md',
  'node_modules/vite/LICENSE.md',
  'node_modules/zod/README.md',
] as const;

const root = new URL('../../', import.meta.url);

export function readCorpus(files: readonly string[]): Corpus {
  const path = (file: string) => fileURLToPath(new URL(file, root));
  return {
    documents: files
      .filter((file) => existsSync(path(file)))
      .map((file) => ({ name: file.replace('node_modules/', ''), text: readFileSync(path(file), 'utf8') })),
    missing: files.filter((file) => !existsSync(path(file))),
  };
}
