/**
 * A repository without anything in it that names a program: our own git folder, which has the objects, refs and index of
 * the real one, and of its settings only those that say how the bytes of files are compared. Git reads no configuration
 * and no hooks of the repository, so that nothing of it has to be switched off by name: filters, textconv, diff and merge
 * drivers, file watchers, remotes, signatures, or what a later git invents.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { type GitSettings, readSettings } from './git-settings.ts';
import { type GitOptions, type GitResult, runGit } from './git.ts';
import { findRepositoryPlace, isOwn, readHead, type RepositoryPlace } from './repository-place.ts';

export interface InertOptions {
  /** New objects stay beside the repository, and are gone when it is closed. */
  isPrivate: boolean;
  /** A folder that keeps private objects after it is closed. */
  objects?: string | undefined;
}

export class InertRepository {
  readonly place: RepositoryPlace;
  readonly settings: GitSettings;
  /** Ours; it has the index. */
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;

  /** `null` when the folder is in no repository. Throws when there is no git that can be used, or the repository cannot be. */
  static async open(folder: string, options: InertOptions): Promise<InertRepository | null> {
    const place = findRepositoryPlace(folder);
    return place === null ? null : InertRepository.openAt(place, options);
  }

  static async openAt(place: RepositoryPlace, options: InertOptions): Promise<InertRepository> {
    const settings = await readSettings(place.top, place);
    requireOwn(place, settings);
    const folder = await mkdtemp(join(tmpdir(), 'annotate-edits-'));
    try {
      const repository = new InertRepository(place, settings, folder, options);
      repository.#build();
      return repository;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(
    place: RepositoryPlace,
    settings: GitSettings,
    folder: string,
    { isPrivate, objects: kept = join(folder, 'objects') }: InertOptions,
  ) {
    this.place = place;
    this.settings = settings;
    this.folder = folder;
    const objects = join(place.commonDir, 'objects');
    this.#env = {
      GIT_DIR: folder,
      GIT_WORK_TREE: place.top,
      GIT_INDEX_FILE: this.index,
      GIT_OBJECT_DIRECTORY: isPrivate ? kept : objects,
      ...(isPrivate && { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) }),
    };
  }

  get index(): string {
    return join(this.folder, 'index');
  }

  /** The filters that the person's git would run, by their names in `.gitattributes`. What they make of a file is not known here. */
  get filters(): ReadonlySet<string> {
    const drivers = this.settings.matching(/^filter\.(.+)\.(?:clean|smudge|process)$/);
    return new Set(drivers.flatMap(({ parts: [name = ''], value }) => (value === '' ? [] : [name])));
  }

  /** Runs in the folder of the working tree, where paths are relative to it. */
  tryGit(args: readonly string[], { env, ...options }: GitOptions = {}): Promise<GitResult> {
    const { top } = this.place;
    return runGit({ root: top, cwd: top }, args, { ...options, env: { ...this.#env, ...env } });
  }

  /** Its output without the last line break. Throws when git fails. */
  async git(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.tryGit(args, options);
    if (code === 0) return stdout.replace(/\n$/, '');
    throw failedError(this.place.top, args[0] ?? '', stderr.trim() || `exit code ${code ?? 'of a signal'}`);
  }

  /** The index as the person has it now; an empty one where there is none. */
  copyIndex(): void {
    const { gitDir } = this.place;
    const own = join(gitDir, 'index');
    if (!isFile(own)) return;
    const { mtime } = statSync(own);
    copyFileSync(own, this.index);
    // Git compares the content of files that were changed when the index was written or later. A copy with a later time
    // would make it trust their sizes.
    utimesSync(this.index, mtime, new Date(Math.floor(mtime.getTime() / 1000) * 1000));
    // A split index has most of its entries in another file.
    for (const name of readdirSync(gitDir).filter((each) => each.startsWith('sharedindex.')))
      if (isFile(join(gitDir, name))) copyFileSync(join(gitDir, name), join(this.folder, name));
  }

  /** While `work` runs, git takes a file for unchanged whose time and size are those of the index. */
  async trustingTimes<T>(work: () => Promise<T>): Promise<T> {
    const found = statSync(this.index, { throwIfNoEntry: false });
    if (found === undefined) return work();
    utimesSync(this.index, found.atime, new Date(Date.now() + 60_000));
    try {
      return await work();
    } finally {
      utimesSync(this.index, found.atime, found.mtime);
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  #build(): void {
    const { commonDir, gitDir } = this.place;
    mkdirSync(join(this.folder, 'info'));
    mkdirSync(join(this.folder, 'objects'));
    writeFileSync(join(this.folder, 'config'), configText(this.settings));
    writeFileSync(join(this.folder, 'HEAD'), `${readHead(this.place)}\n`);
    // Ids of the commits that a shallow clone ends with.
    const shallow = join(commonDir, 'shallow');
    if (isFile(shallow)) copyFileSync(shallow, join(this.folder, 'shallow'));
    // Names of files and attributes, which lead to nothing without the settings that they belong to.
    for (const [from, name] of [
      [commonDir, 'exclude'],
      [commonDir, 'attributes'],
      [gitDir, 'sparse-checkout'],
    ] as const) {
      const file = join(from, 'info', name);
      if (isFile(file)) copyFileSync(file, join(this.folder, 'info', name));
    }
    linkFolder(join(commonDir, 'refs'), join(this.folder, 'refs'));
    const packed = join(commonDir, 'packed-refs');
    if (isFile(packed)) linkFile(packed, join(this.folder, 'packed-refs'));
    this.copyIndex();
  }
}

/** Anything else, such as a pipe, could keep this process or git waiting forever. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Git follows such links, and Windows allows this kind without the rights of an administrator. */
function linkFolder(target: string, path: string): void {
  if (existsSync(target)) symlinkSync(target, path, 'junction');
  else mkdirSync(path);
}

/** Written to only where a branch is deleted, which on Windows then leaves its packed form. */
function linkFile(target: string, path: string): void {
  if (process.platform === 'win32') cpSync(target, path);
  else symlinkSync(target, path);
}

/** In a list of paths, git takes a quoted one as it is, even with the list's separator in it. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Settings whose values are words or numbers, and say how files are read, compared and written by git itself. */
const wordSettings = [
  'core.autocrlf',
  'core.bigfilethreshold',
  'core.checkstat',
  'core.eol',
  'core.filemode',
  'core.ignorecase',
  'core.longpaths',
  'core.precomposeunicode',
  'core.sharedrepository',
  'core.sparsecheckout',
  'core.sparsecheckoutcone',
  'core.symlinks',
  'core.trustctime',
  'extensions.objectformat',
];

/** Files that git reads for names of files and attributes: those that the person has named, not the repository. */
const fileSettings = ['core.attributesfile', 'core.excludesfile'];

function configText(settings: GitSettings): string {
  const words = wordSettings.flatMap((name) => {
    const value = settings.get(name);
    return value !== null && /^[\w.-]{0,40}$/.test(value) ? [[name, value] as const] : [];
  });
  const files = fileSettings.flatMap((name) => {
    const value = settings.getOfPerson(name);
    return value !== null && isWholePath(value) ? [[name, value] as const] : [];
  });
  // Hooks need no setting: git looks for them in this folder, which has none. A relative path would be one of the tree.
  const version = settings.get('extensions.objectformat') === null ? '0' : '1';
  const own = [
    ['core.repositoryformatversion', version],
    ['core.bare', 'false'],
    ['core.fsmonitor', 'false'],
    ['core.logallrefupdates', 'false'],
    ['core.quotepath', 'false'],
    ['core.safecrlf', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const;
  return [...words, ...files, ...own].map(([name, value]) => lineFor(name, value)).join('');
}

/** With a line break in it, a value could be a setting of its own. */
function isWholePath(value: string): boolean {
  const isPath = value.startsWith('~') || posix.isAbsolute(value) || win32.isAbsolute(value);
  return isPath && !/\p{Cc}/u.test(value);
}

function lineFor(name: string, value: string): string {
  const [section = '', key = ''] = name.split('.');
  return `[${section}]\n\t${key} = "${value.replaceAll(/["\\]/g, '\\$&')}"\n`;
}

/** As git does with a repository of another user, unless the person has said that it is safe. */
function requireOwn(place: RepositoryPlace, settings: GitSettings): void {
  const safe = settings.allOfPerson('safe.directory');
  const isSafe = safe.some(
    (folder) =>
      folder === '*' ||
      folder === place.top ||
      (folder.endsWith('/*') && place.top.startsWith(folder.slice(0, -1))),
  );
  if (isSafe || isOwn(place)) return;
  throw new AnnotateError(
    'work/git',
    `The repository ${place.top} belongs to another user. It was not used.`,
    {
      hint: `If you trust it, run git config --global --add safe.directory ${JSON.stringify(place.top)}`,
    },
  );
}

function failedError(folder: string, command: string, reason: string): AnnotateError {
  return new AnnotateError('work/git', `git ${command} failed in ${folder}: ${reason}`, {
    hint: 'Nothing of your own files was changed. Repair what git reports and try again.',
  });
}
