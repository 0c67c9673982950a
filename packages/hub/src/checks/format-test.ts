/** Formats a test with what the project formats its own files with. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { isRecord, parseJson } from '@annotate-mcp/core';
import { runProgram } from '@annotate-mcp/store/programs';

interface Formatter {
  readonly package: string;
  /** The script that its command runs, from the folder of the package. */
  readonly script: string;
  readonly args: readonly string[];
}

/** The first one that the project depends on. ESLint last, as it formats only where its rules say so. */
const formatters: readonly Formatter[] = [
  { package: 'prettier', script: 'bin/prettier.cjs', args: ['--write'] },
  {
    package: '@biomejs/biome',
    script: 'bin/biome',
    args: ['check', '--write', '--files-ignore-unknown=true'],
  },
  { package: 'eslint', script: 'bin/eslint.js', args: ['--fix', '--no-warn-ignored'] },
];

const mostMs = 60_000;

/** Leaves the file as it is where the project has none, or where it cannot be run. The program's own findings are not ours. */
export async function formatTest(file: string, root: string): Promise<void> {
  const found = findFormatter(dirname(file), root);
  if (found === null) return;
  const { script, args, folder } = found;
  await runProgram(process.execPath, [script, ...args, file], { cwd: folder, mostMs }).catch(() => null);
}

/** What the nearest package.json up to the root names. */
function findFormatter(from: string, root: string) {
  for (let folder = from; ; folder = dirname(folder)) {
    const named = dependenciesIn(folder);
    for (const { package: name, script, args } of formatters) {
      const found = named.has(name) ? findScript(folder, name, script) : null;
      if (found !== null) return { folder, script: found, args };
    }
    if (folder === root || dirname(folder) === folder) return null;
  }
}

function dependenciesIn(folder: string): Set<string> {
  try {
    const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
    const lists = isRecord(manifest) ? [manifest.dependencies, manifest.devDependencies] : [];
    return new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])));
  } catch {
    // No package.json, or one that is being edited.
    return new Set();
  }
}

function findScript(folder: string, name: string, script: string): string | null {
  try {
    const paths = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
    return paths.map((path) => join(path, name, script)).find((path) => existsSync(path)) ?? null;
  } catch {
    return null;
  }
}
