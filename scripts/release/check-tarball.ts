import { readFileSync } from 'node:fs';

import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/**
 * Ways to import a package that ours do not support: `node10` is how TypeScript looked for types before packages had
 * `exports`, and `require` of an ES module works in every Node that ours need, which `attw` does not know.
 */
const unsupported = new Set(['node10', 'node16-cjs']);

/** What publint and attw ("are the types wrong?") have to say about a package as it is published; empty is clean. */
export async function checkTarball(file: string): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(file));
  return [...(await lintManifest(bytes)), ...(await checkTypes(bytes))];
}

async function lintManifest(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => {
    const text = formatMessage(message, pkg, { color: false }) ?? message.code;
    return `publint, ${message.type}: ${text}`;
  });
}

async function checkTypes(bytes: Uint8Array): Promise<string[]> {
  const tarball = createPackageFromTarballData(bytes);
  const result = await checkPackage(tarball);
  if (result.types === false) return hasModules(tarball) ? ['attw: the package has no types.'] : [];
  return result.problems.filter((problem) => !isUnsupported(problem)).map(describeProblem);
}

/** A package that is only a program has nothing to import, and so no types. */
function hasModules(tarball: ReturnType<typeof createPackageFromTarballData>): boolean {
  const text = tarball.readFile(`/node_modules/${tarball.packageName}/package.json`);
  const { exports } = JSON.parse(text) as { exports?: Record<string, unknown> };
  return Object.keys(exports ?? { '.': '' }).some((path) => path !== './package.json');
}

function isUnsupported(problem: Problem): boolean {
  if ('resolutionKind' in problem) return unsupported.has(problem.resolutionKind);
  return 'resolutionOption' in problem && unsupported.has(problem.resolutionOption);
}

function describeProblem(problem: Problem): string {
  return `attw, ${problem.kind}: ${JSON.stringify(problem)}`;
}
