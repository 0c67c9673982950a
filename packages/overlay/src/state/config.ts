/** What whoever puts the overlay into a page tells it. Plain data: the hub writes it into the script it serves. */
export interface OverlayConfig {
  /** Folder of the hub, without a slash at its end: `/__annotate`, `/app/__annotate`, `http://localhost:4747/__annotate`. */
  readonly hub: string;
  /** The app's folder from the project's root; `.` for the root itself. */
  readonly appId: string;
  /**
   * Tells the app from any other that the same address serves tomorrow: what is stored in the browser is stored under
   * it, and only a hub that knows it is written to. `appId` stands in where nobody hands it out.
   */
  readonly projectId?: string;
  /** Absolute, `/` separators; file names that a compiler left in the page are shown relative to it. Absent when unknown. */
  readonly projectRoot?: string;
  /** Absolute folder that the dev server serves as `base`. */
  readonly appRoot?: string;
  /** Absolute folder that file names left by a compiler are relative to; `appRoot` unless told. */
  readonly sourceRoot?: string;
  /** Public path of the dev server, `/` unless told. */
  readonly base?: string;
  readonly theme?: Theme;
  /** Other keys than the usual ones, by `event.code`: `{ inspect: 'Alt+Shift+KeyI' }`; `null` switches one off. */
  readonly keys?: Partial<Record<KeyCommand, string | null>>;
  /** An uncaught error of the app becomes an annotation. */
  readonly captureErrors?: boolean;
  /** For rendered sites: selected text and, with Alt, elements are commented on at once; the round button opens the list. */
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
