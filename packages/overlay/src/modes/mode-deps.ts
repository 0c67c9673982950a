import type { Commands } from '../commands/commands.ts';
import type { Connection } from '../connection/connection.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { LazyMarkers } from '../tracking/lazy-tracker.ts';
import type { View } from '../window/frames.ts';

/** The parts of the overlay that modes use, and with option `review` the parts of the inline review. */
export interface ModeDeps {
  readonly view: View;
  readonly store: OverlayStateContainer;
  readonly inspection: Inspection;
  readonly connection: Connection;
  readonly markers: LazyMarkers;
  readonly commands: Commands;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}
