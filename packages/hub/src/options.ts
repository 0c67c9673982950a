import { isAbsolute, relative, sep } from 'node:path';

import type { Manifest } from '@annotate-mcp/core';
import type { GuardOptions } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';
import type { Store } from '@annotate-mcp/store';

export interface HubOptions {
  /** Opened and closed by the caller. */
  readonly store: Store;
  /** Absolute. Pictures go to `.annotate/attachments` below it. */
  readonly projectRoot: string;
  /** Absolute folder of the app this hub serves; `projectRoot` unless told. */
  readonly appRoot?: string | undefined;
  /** Absolute folder that file names left by a compiler are relative to; `appRoot` unless told. */
  readonly sourceRoot?: string | undefined;
  /** Public path of the dev server, `/` unless told. */
  readonly base?: string | undefined;
  /** Answers `…/__annotate` below every path, for pages that may look for it anywhere: they have a base of their own. */
  readonly anyBase?: boolean | undefined;
  readonly overlay?: OverlaySettings | undefined;
  /** Folder of the overlay's built files; that of the installed `@annotate-mcp/overlay` unless told. */
  readonly overlayFolder?: string | undefined;
  /** Asked for each request; call `manifestChanged` when it has something new to say. */
  readonly manifest?: (() => Manifest) | undefined;
  /** Who may connect beside pages of this server on this machine. Read again for each request. */
  readonly guard?: GuardOptions | undefined;
  /** Hears of what failed without fault of a page: the store, a file, a bug. */
  readonly onError: (error: unknown) => void;
}

export type OverlaySettings = Partial<Pick<OverlayConfig, 'theme' | 'keys' | 'captureErrors' | 'review'>>;

/** When things happen; tests have a clock of their own. */
export interface Timing {
  readonly now: () => Date;
  /** How often silent tabs are looked for. */
  readonly lookMs: number;
  /** A tab that says nothing for so long, not even by its browser, is gone. */
  readonly silenceMs: number;
  /** At most so old is what others see of when a tab was last heard. */
  readonly saveMs: number;
  /** How long closing tabs have to say goodbye. */
  readonly goodbyeMs: number;
}

export const usualTiming: Timing = {
  now: () => new Date(),
  lookMs: 5_000,
  silenceMs: 30_000,
  saveMs: 5_000,
  goodbyeMs: 1_000,
};

/** The app's folder from the project's root, `/` separators; `.` for the root itself. */
export function appIdOf(projectRoot: string, appRoot: string): string {
  return withSlashes(relative(projectRoot, appRoot)) || '.';
}

export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** `base` as the beginning of a path, without a slash at its end: empty, or `/app`. Vite also takes `./` and URLs. */
export function basePathOf(base: string): string {
  const path = new URL(base, 'http://localhost/').pathname;
  return path.replace(/\/+$/, '');
}

export function requireAbsolute(name: string, path: string): void {
  if (!isAbsolute(path))
    throw new TypeError(`${name} must be an absolute path, not ${JSON.stringify(path)}.`);
}
