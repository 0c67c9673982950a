/** The person's git repository: what its files are, what an agent changed in them, and how to undo that. */
export { requireGit } from './git.ts';
export { GitSettings, readSettings } from './git-settings.ts';
export { InertRepository } from './inert-repository.ts';
export { PatchFiles } from './patch-files.ts';
export { readPersonName } from './person-name.ts';
export { readAttempts } from './read-attempts.ts';
export { findRepositoryPlace, readHead, type RepositoryPlace } from './repository-place.ts';
export { cutDiff, patchesIn, splitPatch } from './split-patch.ts';
export type { TreeDiff, TreeDiffOptions } from './tree-diff.ts';
export { type TreeState, TreeStates } from './tree-states.ts';
export { findUndoProblem, undoPatch, type UndoProblem } from './undo-patch.ts';
export { filteredAmong, takeTree, type TakenTree } from './working-tree.ts';
