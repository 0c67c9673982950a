import type { ConsoleTail } from '../capture/console-tail.ts';
import type { Connection } from '../connection/connection.ts';
import type { Freezer } from '../freeze/freezer.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { LazyMarkers } from '../tracking/lazy-tracker.ts';

/** The parts of the overlay that commands use. */
export interface CommandDeps {
  readonly store: OverlayStateContainer;
  readonly connection: Connection;
  readonly markers: LazyMarkers;
  readonly tail: ConsoleTail;
  readonly freezer: Freezer;
  readonly root: ShadowRoot;
}
