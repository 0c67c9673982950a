/** The difference of two states of the project's files. */
import type { EditedFile, NoPatch } from '@annotate-mcp/core';

import type { InertRepository } from './inert-repository.ts';
import { filteredAmong } from './working-tree.ts';

export interface TreeDiff {
  files: EditedFile[];
  /** How many files were changed beside those. */
  moreFiles: number;
  /** As bytes in a latin1 string; `null` when there is none. */
  patch: string | null;
  /** Why there is no patch: it is too large to be kept, or git would write other bytes than these. */
  noPatch?: Extract<NoPatch, 'filtered' | 'too-large'>;
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

/** Of the files below the folder that the repository was opened for. `null` when git fails. */
export async function diffTrees(
  repository: InertRepository,
  before: string,
  after: string,
  { files, except = [], mostMs = 3_000 }: TreeDiffOptions,
): Promise<TreeDiff | null> {
  const { prefix } = repository.place;
  const paths = [
    ...(files === undefined
      ? [prefix === '' ? '.' : literal(prefix)]
      : files.map((file) => literal(prefix + file))),
    ...except.map((file) => `:(exclude,literal)${prefix}${file}`),
  ];
  const relative = prefix === '' ? [] : [`--relative=${prefix}`];
  const diff = (flags: string[], mostBytes: number) =>
    repository.tryGit(['diff-tree', ...always, ...relative, ...flags, before, after, '--', ...paths], {
      encoding: 'latin1',
      mostBytes,
      mostMs,
    });
  const names = await diff(['--raw', '--numstat', '-z'], mostPatchBytes * 20);
  if (names.code !== 0) return null;
  const changed = readFiles(names.stdout);
  const listed = { files: changed.slice(0, mostFiles), moreFiles: Math.max(0, changed.length - mostFiles) };
  if (changed.length === 0) return { ...listed, patch: null };
  const filtered = await filteredFiles(repository, listed.files);
  if (filtered.size > 0)
    return { ...listed, files: listed.files.map(withoutLines(filtered)), ...without('filtered') };
  if (listed.moreFiles > 0) return { ...listed, ...without('too-large') };
  const patch = await diff(['--patch', '--binary', '--full-index'], mostPatchBytes);
  return patch.code === 0 ? { ...listed, patch: patch.stdout } : { ...listed, ...without('too-large') };
}

function literal(path: string): string {
  return `:(literal)${path}`;
}

function without(noPatch: NonNullable<TreeDiff['noPatch']>) {
  return { patch: null, noPatch };
}

/** As they are in the working tree they are not what git stores, so that a patch would damage one or the other. */
async function filteredFiles(
  repository: InertRepository,
  files: readonly EditedFile[],
): Promise<Set<string>> {
  const { prefix } = repository.place;
  const paths = files.flatMap(({ file, from = file }) => [file, from]).map((file) => encode(prefix + file));
  const filtered = await filteredAmong(repository, paths);
  return new Set([...filtered].map((path) => decode(path).slice(prefix.length)));
}

function withoutLines(filtered: ReadonlySet<string>): (file: EditedFile) => EditedFile {
  return (edited) => {
    if (!filtered.has(edited.file)) return edited;
    const { added: _, removed: __, ...rest } = edited;
    return rest;
  };
}

/** Settings of the person must not change the form of a patch. */
const always = [
  '-r',
  '-M',
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

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
