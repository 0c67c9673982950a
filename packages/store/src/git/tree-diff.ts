/** The difference of two states of the project's files. */
import type { EditedFile } from '@annotate-mcp/core';

import { type GitOptions, tryGit } from './git.ts';

export interface TreeDiff {
  files: EditedFile[];
  /** How many files were changed beside those. */
  moreFiles: number;
  /** As bytes in a latin1 string; `null` when it is too large to be kept. */
  patch: string | null;
}

export interface TreeDiffOptions {
  /** Only these files and folders, relative to the root. */
  files?: readonly string[] | undefined;
  /** Never these. */
  except?: readonly string[] | undefined;
  /** A comparison of two trees is quick; what takes longer is as large as a change of branch. */
  mostMs?: number;
}

const mostFiles = 300;
const mostPatchBytes = 500_000;

/** Of the files below `root`. `null` when git fails. */
export async function diffTrees(
  root: string,
  before: string,
  after: string,
  { files, except = [], mostMs = 3_000, env }: TreeDiffOptions & Pick<GitOptions, 'env'>,
): Promise<TreeDiff | null> {
  const paths = [
    ...(files === undefined ? ['.'] : files.map((file) => `:(literal)${file}`)),
    ...except.map((file) => `:(exclude,literal)${file}`),
  ];
  const diff = (flags: string[], mostBytes: number) =>
    tryGit(root, ['diff-tree', ...always, ...flags, before, after, '--', ...paths], {
      ...(env !== undefined && { env }),
      encoding: 'latin1',
      mostBytes,
      signal: AbortSignal.timeout(mostMs),
    });
  const names = await diff(['--raw', '--numstat', '-z'], mostPatchBytes * 20);
  if (names.code !== 0) return null;
  const changed = readFiles(names.stdout);
  const listed = { files: changed.slice(0, mostFiles), moreFiles: Math.max(0, changed.length - mostFiles) };
  if (changed.length === 0 || listed.moreFiles > 0) return { ...listed, patch: null };
  const patch = await diff(['--patch', '--binary', '--full-index'], mostPatchBytes);
  return { ...listed, patch: patch.code === 0 ? patch.stdout : null };
}

/** Settings of the person must not change the form of a patch. */
const always = [
  '-r',
  '-M',
  '--relative',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--unified=3',
  '--ignore-submodules=all',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Reads what `--raw --numstat -z` writes: first how each file changed, then how many lines. */
function readFiles(output: string): EditedFile[] {
  const fields = output.split('\0');
  const files: EditedFile[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(':') === true;) {
    const kind = /[A-Z](?=\d*$)/.exec(fields[at] ?? '')?.[0] ?? 'M';
    const names = kind === 'R' ? fields.slice(at + 1, at + 3) : fields.slice(at + 1, at + 2);
    files.push(describe(kind, names.map(decode)));
    at += 1 + names.length;
  }
  for (const file of files) {
    const [added = '-', removed = '-', name = ''] = fields[at]?.split('\t') ?? [];
    // A renamed file has both names in fields of their own.
    at += name === '' ? 3 : 1;
    if (added !== '-') Object.assign(file, { added: Number(added), removed: Number(removed) });
  }
  return files;
}

function describe(kind: string, [first = '', second = '']: string[]): EditedFile {
  switch (kind) {
    case 'A':
      return { file: first, change: 'added' };
    case 'D':
      return { file: first, change: 'deleted' };
    case 'R':
      return { file: second, change: 'renamed', from: first };
    default:
      return { file: first };
  }
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
