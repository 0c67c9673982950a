import { createHash } from 'node:crypto';
import { isAbsolute, relative, sep } from 'node:path';

import type { Manifest } from '@annotate-mcp/core';
import type { GuardOptions } from '@annotate-mcp/http';
import type { OverlayConfig } from '@annotate-mcp/overlay';
import type { Store } from '@annotate-mcp/store';

import type { MachinePerson } from './machine-person.ts';

/** What can be told to a hub in another process. */
export interface HubSettings {
  /** Absolute path. Pictures are stored in `.annotate/attachments` below it. */
  readonly projectRoot: string;
  /** What a page knows the project by, where several servers serve it. Default: a hash of the folders. */
  readonly projectId?: string | undefined;
  /** Absolute path of the app that this hub serves. Default: `projectRoot`. */
  readonly appRoot?: string | undefined;
  /** Absolute path of the folder to which file names in compiled code are relative. Default: `appRoot`. */
  readonly sourceRoot?: string | undefined;
  /** Public path of the dev server. Default: `/`. */
  readonly base?: string | undefined;
  /** Serves `…/__annotate` below every path, for pages whose `<base>` differs from the path they are served at. */
  readonly anyBase?: boolean | undefined;
  readonly overlay?: OverlaySettings | undefined;
  /** Folder of the overlay's built files. Default: that of the installed `@annotate-mcp/overlay`. */
  readonly overlayFolder?: string | undefined;
  /**
   * For pages of another server: browsers show the overlay that they have, even while this server is away, and fetch
   * a newer one for the next load.
   */
  readonly keepsOverlay?: boolean | undefined;
}

interface HubCallbacks {
  /** Called for each request. Call `manifestChanged` when its result has changed. */
  readonly manifest?: (() => Manifest | Promise<Manifest>) | undefined;
  /** Who may connect in addition to pages of this server on this machine. Read again for each request. */
  readonly guard?: GuardOptions | undefined;
  /** Called with every error that a page did not cause: of the store, of a file, a bug. */
  readonly onError: (error: unknown) => void;
}

export interface HubOptions extends HubSettings, HubCallbacks {
  /**
   * A store URL (default: `sqlite:`), or an open store, which the caller closes. The hub of a store in a file runs in a
   * process of its own and opens the file there.
   */
  readonly store?: string | Store | undefined;
}

/** Of a hub in this process. */
export interface StoreHubOptions extends HubSettings, HubCallbacks {
  /** The caller opens and closes it. */
  readonly store: Store;
  /**
   * Starts a process that asks the person at this machine whether to start an agent, and settles when that has ended.
   * Called when a page on this machine asks for it; takes nothing from the page.
   */
  readonly startWork?: (() => Promise<void>) | undefined;
  /** Who is at this machine. Default: as this user's own folder says. With `null` each browser is a person of its own. */
  readonly machinePerson?: MachinePerson | null | undefined;
}

export type OverlaySettings = Partial<Pick<OverlayConfig, 'theme' | 'keys' | 'captureErrors' | 'review'>>;

/** Clock and intervals; tests pass their own. */
export interface Timing {
  readonly now: () => Date;
  /** How often sockets are checked. */
  readonly checkIntervalMs: number;
  /** A socket that received nothing for this long, not even a pong of its browser, is ended. */
  readonly idleTimeoutMs: number;
  /** How often the time at which a session was last seen is saved. */
  readonly saveIntervalMs: number;
  /** How long pages have to answer a close frame. */
  readonly closeTimeoutMs: number;
}

export const defaultTiming: Timing = {
  now: () => new Date(),
  checkIntervalMs: 5_000,
  idleTimeoutMs: 30_000,
  saveIntervalMs: 5_000,
  closeTimeoutMs: 1_000,
};

/** The app's folder relative to the project root, with `/` separators; `.` for the root itself. */
export function appIdOf(projectRoot: string, appRoot: string): string {
  return withSlashes(relative(projectRoot, appRoot)) || '.';
}

/**
 * Identifies one app of one project, so that a page notices when another app runs at the same address later. It stays
 * the same after a restart; upper and lower case of a drive letter make no difference, because tools differ in it.
 */
export function projectIdOf(projectRoot: string, appId: string): string {
  const root = withSlashes(projectRoot).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  return createHash('sha256').update(`${root}\0${appId}`).digest('hex').slice(0, 16);
}

export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** `base` as a path prefix without a final slash: empty, or `/app`. Vite also allows `./` and URLs as base. */
export function basePathOf(base: string): string {
  const path = new URL(base, 'http://localhost/').pathname;
  return path.replace(/\/+$/, '');
}

export function requireAbsoluteRoots({ projectRoot, appRoot, sourceRoot }: HubSettings): void {
  for (const [name, path] of Object.entries({ projectRoot, appRoot, sourceRoot }))
    if (path !== undefined && !isAbsolute(path))
      throw new TypeError(`${name} must be an absolute path, not ${JSON.stringify(path)}.`);
}

/** The settings alone, without what cannot be sent to another process. */
export function settingsOf(options: HubSettings): HubSettings {
  const { projectRoot, projectId, appRoot, sourceRoot, base, anyBase } = options;
  const { overlay, overlayFolder, keepsOverlay } = options;
  const named = { projectId, appRoot, sourceRoot, base, anyBase, overlay, overlayFolder, keepsOverlay };
  return { projectRoot, ...named };
}
