import type { App } from '../../apps/apps.ts';
import type { CliError } from '../../errors.ts';
import type { Change } from '../change.ts';
import type { Install } from '../install.ts';

/** How the overlay gets into one kind of app. */
export interface Integration {
  fits: (app: App) => boolean;
  /** Reads only. `root` is where the project ends. */
  propose: (app: App, root: string) => Wiring;
}

export interface Wiring {
  app: App;
  /** `null` when the app has the package. */
  install: Install | null;
  /** Made after the package is there: without it the dev server would not start. */
  change: Change | null;
  byHand: ByHand | null;
  /** Where it is wired already. */
  wiredIn: string | null;
  /** Why it cannot be set up yet. */
  problem?: CliError;
  /** Notes for the user. */
  remarks: string[];
}

/** A file that cannot be changed safely, and what the user has to add there. */
export interface ByHand {
  file: string;
  why: string;
  lines: readonly string[];
}
