/** The options of the overlay. Plain data: the hub writes it into the script that it serves. */
export interface OverlayConfig {
  /** Folder of the hub, without a slash at its end: `/__annotate`, `/app/__annotate`, `http://localhost:4747/__annotate`. */
  readonly hub: string;
  /** The app's folder from the project's root; `.` for the root itself. */
  readonly appId: string;
  /**
   * Distinguishes this project from others at the same address: the browser's storage is divided by it, and
   * only a hub with the same id gets messages. `appId` by default.
   */
  readonly projectId?: string;
  /** Absolute, `/` separators; file names that a compiler left in the page are shown relative to it. Absent when unknown. */
  readonly projectRoot?: string;
  /** Absolute folder that the dev server serves as `base`. */
  readonly appRoot?: string;
  /** Absolute folder that a compiler's file names are relative to; `appRoot` by default. */
  readonly sourceRoot?: string;
  /** Public path of the dev server, `/` by default. */
  readonly base?: string;
  readonly theme?: Theme;
  /** Replaces default keys, by `event.code`: `{ inspect: 'Alt+Shift+KeyI' }`; `null` switches one off. */
  readonly keys?: Partial<Record<KeyCommand, string | null>>;
  /** An uncaught error of the app becomes an annotation. */
  readonly captureErrors?: boolean;
  /** For rendered sites: selecting text or Alt+click opens the composer, and the round button opens the list. */
  readonly review?: boolean;
}

export type Theme = 'auto' | 'light' | 'dark';

export const keyCommands = ['inspect', 'panel', 'copy', 'pageNote', 'freeze'] as const;
export type KeyCommand = (typeof keyCommands)[number];

export const defaultKeys: Readonly<Record<KeyCommand, string>> = {
  inspect: 'Alt+Shift+KeyA',
  panel: 'Alt+Shift+KeyP',
  copy: 'Alt+Shift+KeyE',
  pageNote: 'Alt+Shift+KeyN',
  freeze: 'Alt+Shift+KeyF',
};
