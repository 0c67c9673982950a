import type { Dispatch } from '../state/actions.ts';
import type { ViewState } from '../state/state.ts';
import type { Commands } from '../sync/commands.ts';

/** What every part of the screen gets. */
export interface ViewProps {
  readonly state: ViewState;
  readonly dispatch: Dispatch;
  readonly commands: Commands;
  /** The host passes on what is submitted. */
  readonly told: boolean;
  readonly canClose: boolean;
}
