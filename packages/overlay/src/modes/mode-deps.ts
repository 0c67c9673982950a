import type { Commands } from '../commands/commands.ts';
import type { Connection } from '../connection/connection.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { CatchPointer } from '../picking/catch-in-page.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';
import type { PageWindow } from '../window/frames.ts';

/** The parts of the overlay that modes use, and with option `review` the parts of the inline review. */
export interface ModeDeps {
  readonly pageWindow: PageWindow;
  readonly container: OverlayStateContainer;
  readonly inspection: Inspection;
  readonly connection: Connection;
  readonly tracker: Tracker;
  readonly commands: Commands;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** Replaces the listeners that catch the pointer in the page while a person picks a target. */
  readonly catchPointer: CatchPointer | undefined;
}
