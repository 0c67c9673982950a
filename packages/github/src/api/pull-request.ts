export interface Repository {
  owner: string;
  repo: string;
}

export interface PullRequestId extends Repository {
  number: number;
}

export interface PullRequest extends PullRequestId {
  url: string;
  /** The newest commit of its branch. */
  headCommit: string;
  isOpen: boolean;
}

export interface ChangedFile {
  path: string;
  /** `null` for files that GitHub shows no difference of: binary ones, and very large ones. */
  patch: string | null;
}

/** A comment on lines of the newest commit. */
export interface LineComment {
  path: string;
  startLine: number;
  line: number;
  body: string;
}
