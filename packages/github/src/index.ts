export { GitHub } from './api/github.ts';
export type { PullRequest, PullRequestId, Repository } from './api/pull-request.ts';
export type { RequestDeps } from './api/requests.ts';
export { findCheckout } from './run/changed-lines.ts';
export { findPullRequest, type Wanted } from './run/find-pull-request.ts';
export type { SyncReport } from './run/report.ts';
export { SyncFile, syncFilePath } from './run/sync-file.ts';
export { synchronize, type SyncDeps, type SyncOptions } from './run/synchronize.ts';
