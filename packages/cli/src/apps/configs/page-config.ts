import type { ConfigKind } from '../../config-file/config-file.ts';
import type { App } from '../apps.ts';

/** The configuration file of one kind of app, and how our part gets into it. init, its undo and doctor use it. */
export interface PageConfig {
  readonly fits: (app: App) => boolean;
  /** The file; `null` when there is none. */
  readonly fileOf: (app: App) => string | null;
  readonly kind: ConfigKind;
  /** What is installed. */
  readonly package: string;
  /** The name of our part for people. */
  readonly part: string;
  /** For an app that has no such file; `null` where it cannot be without one. */
  readonly newFile: ((app: App) => NewFile) | null;
  /** Notes for the user, where ours is not in the file yet. */
  readonly remarksFor: (app: App) => string[];
}

interface NewFile {
  readonly name: string;
  readonly text: string;
}

export const scriptEndings = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'] as const;
