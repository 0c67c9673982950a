/** Files that several processes share: used by the drivers and by other packages that keep files of their own. */
export { hasErrorCode, isSystemError } from './error-code.ts';
export { isInside } from './is-inside.ts';
