/** Files that several processes share: used by the drivers and by other packages that keep files of their own. */
export { hasErrorCode, isSystemError } from './error-code.ts';
export { createAnnotateFolder } from './annotate-folder.ts';
export { type DetachedProcess, findDetachedProcesses } from './detached-processes.ts';
export { damagedLockError } from './failures.ts';
export { FileLock, type FileLockOptions } from './file-lock.ts';
export { fileStamp } from './file-stamp.ts';
export { FileWatch, FolderWatch } from './file-watch.ts';
export { isInside } from './is-inside.ts';
export { createPrivateFile, makePrivate, replacePrivateFile } from './private-file.ts';
export { readTextIfThere } from './read-text-if-there.ts';
export { realPath, realPathIfThere } from './real-path.ts';
export { refuseLinkOut } from './refuse-link-out.ts';
export { renameOver, renameOverSync } from './rename-over.ts';
export { replaceFile, type ReplaceFileOptions } from './replace-file.ts';
export { describeRulesIn } from './describe-rules.ts';
