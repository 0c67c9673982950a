/** Compares the files of a pull request with those of this checkout. */
import { git, tryGit } from '@annotate-mcp/store/git';

import type { ChangedFile } from '../api/pull-request.ts';
import { shownLines } from '../plan/diff-lines.ts';
import type { ChangedLines } from '../plan/pull-request-position.ts';

export interface Checkout {
  /** The top of the repository. */
  top: string;
  /** From there to the project; empty or ends in `/`. */
  prefix: string;
}

export async function findCheckout(root: string): Promise<Checkout> {
  // Git's own answer has the same form as the paths of the pull request on every system.
  const prefix = await git(root, ['rev-parse', '--show-prefix']);
  return { top: await git(root, ['rev-parse', '--show-toplevel']), prefix };
}

/** `named` has the paths that matter; comparing the others would take time for nothing. */
export async function compareFiles(
  { top }: Pick<Checkout, 'top'>,
  commit: string,
  files: readonly ChangedFile[],
  named: ReadonlySet<string>,
): Promise<ChangedLines> {
  const shown = new Map<string, ReturnType<typeof shownLines>>();
  const differences = new Map<string, string | null>();
  const isHere = (await tryGit(top, ['cat-file', '-e', `${commit}^{commit}`])).code === 0;
  for (const { path, patch } of files) {
    if (patch === null || !named.has(path)) continue;
    const difference = isHere ? await differenceOf(top, commit, path) : null;
    // The lines of a file that is not here any more cannot be told.
    if (difference !== null && /^deleted file mode/m.test(difference)) continue;
    shown.set(path, shownLines(patch));
    differences.set(path, difference);
  }
  return { shown, differences };
}

async function differenceOf(top: string, commit: string, path: string): Promise<string | null> {
  const options = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '-U0'];
  const { code, stdout } = await tryGit(top, ['diff', ...options, commit, '--', `:(literal)${path}`]);
  return code === 0 ? stdout : null;
}
