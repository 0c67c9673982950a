/** Compares the files of a pull request with those of this checkout. */
import { AnnotateError } from '@annotate-mcp/core';
import { filteredAmong, findRepositoryPlace, InertRepository } from '@annotate-mcp/store/git';

import type { ChangedFile } from '../api/pull-request.ts';
import { shownLines } from '../plan/diff-lines.ts';
import type { ChangedLines } from '../plan/pull-request-position.ts';

export interface Checkout {
  /** The top of the repository. */
  top: string;
  /** From there to the project; empty or ends in `/`. */
  prefix: string;
}

export function findCheckout(root: string): Checkout {
  const place = findRepositoryPlace(root);
  if (place === null) throw noCheckoutError(root);
  return place;
}

/** `named` has the paths that matter; comparing the others would take time for nothing. */
export async function compareFiles(
  { top }: Pick<Checkout, 'top'>,
  commit: string,
  files: readonly ChangedFile[],
  named: ReadonlySet<string>,
): Promise<ChangedLines> {
  const repository = await InertRepository.open(top, { isPrivate: true });
  if (repository === null) throw noCheckoutError(top);
  try {
    return await compareIn(repository, commit, files, named);
  } finally {
    await repository.close();
  }
}

async function compareIn(
  repository: InertRepository,
  commit: string,
  files: readonly ChangedFile[],
  named: ReadonlySet<string>,
): Promise<ChangedLines> {
  const shown = new Map<string, ReturnType<typeof shownLines>>();
  const differences = new Map<string, string | null>();
  const isHere = (await repository.tryGit(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
  for (const { path, patch } of files) {
    if (patch === null || !named.has(path)) continue;
    const difference = isHere ? await differenceOf(repository, commit, path) : null;
    // The lines of a file that is not here any more cannot be told.
    if (difference !== null && /^deleted file mode/m.test(difference)) continue;
    shown.set(path, shownLines(patch));
    differences.set(path, difference);
  }
  return { shown, differences };
}

async function differenceOf(
  repository: InertRepository,
  commit: string,
  path: string,
): Promise<string | null> {
  // What a filter changes has other lines here than in the pull request.
  const [isFiltered] = await filteredAmong(repository, [Buffer.from(path, 'utf8').toString('latin1')]);
  if (isFiltered !== undefined) return null;
  const options = ['--patch', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '-U0'];
  const { code, stdout } = await repository.tryGit([
    'diff-index',
    ...options,
    '--ignore-submodules=all',
    commit,
    '--',
    `:(literal)${path}`,
  ]);
  return code === 0 ? stdout : null;
}

function noCheckoutError(folder: string): AnnotateError {
  return new AnnotateError('work/no-git', `${folder} is in no git repository.`, {
    hint: 'Run the command in the checkout of the pull request.',
  });
}
