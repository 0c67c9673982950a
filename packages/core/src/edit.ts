/** What changed in all files of the project between an agent's claim and its resolution. */
export interface Edit {
  /** Empty where git knows that nothing was changed. */
  files: EditedFile[];
  /** How many files were changed beside those in `files`. */
  moreFiles?: number;
  /**
   * The SHA-256 of a patch with all of it, which is the name of a file in `.annotate/edits/`. The patch can be shown and
   * undone where `seal` says that this user's own agent server made it.
   */
  patch?: string;
  seal?: string;
  /** Why there is no patch. */
  noPatch?: NoPatch;
  /** It is in a worktree, and in the person's files only when they apply it. */
  apart?: true;
  /** When the person applied it. */
  appliedAt?: string;
  /** The person tried it by hand, and it was written as it is. Default: an agent. */
  by?: 'person';
}

export const noPatchReasons = [
  'no-git',
  'git-refused',
  'too-slow',
  'too-large',
  'not-in-git',
  'filtered',
  'not-claimed',
] as const;
/** `git-refused`: git does not read the repository, such as for an error in its settings. `not-in-git`: a file is ignored by git, or in a submodule. `filtered`: git stores other bytes of a file, by a program. `not-claimed`: how the files were before is not known. */
export type NoPatch = (typeof noPatchReasons)[number];

export interface EditedFile {
  /** Relative to the project root, `/` separators. */
  file: string;
  change?: 'added' | 'deleted' | 'renamed';
  /** The name before it was renamed. */
  from?: string;
  /** Lines; absent for a binary file and where they are not known. */
  added?: number;
  removed?: number;
}
