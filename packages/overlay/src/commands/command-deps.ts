import type { ConsoleTail } from '../capture/console-tail.ts';
import type { Connection } from '../connection/connection.ts';
import type { Freezer } from '../freeze/freezer.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { Steps } from '../steps/lazy.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';

/** The parts of the overlay that commands use. */
export interface CommandDeps {
  readonly container: OverlayStateContainer;
  readonly connection: Connection;
  readonly tracker: Tracker;
  readonly consoleTail: ConsoleTail;
  readonly steps: Steps;
  readonly freezer: Freezer;
  readonly root: ShadowRoot;
}
