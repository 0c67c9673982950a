/** The module that the hub serves to a page. Everything else is loaded when it is used. */
export { mountOverlay } from './mount.ts';
