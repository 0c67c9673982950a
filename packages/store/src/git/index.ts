/** The person's git repository: what its files are, what an agent changed in them, and how that is taken back. */
export { git, tryGit } from './git.ts';
export { PatchFiles } from './patch-files.ts';
export { readPersonName } from './person-name.ts';
export { cutDiff, splitPatch } from './split-patch.ts';
export type { TreeDiff, TreeDiffOptions } from './tree-diff.ts';
export { type TreeState, TreeStates } from './tree-states.ts';
export { findUndoProblem, undoPatch, type UndoProblem } from './undo-patch.ts';
export { treeOf } from './working-tree.ts';
