import type { Dispatch } from '../state/actions.ts';
import type { Item } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';
import type { UserCommands } from '../sync/user-commands.ts';

/** The props of every component of the view. */
export interface ViewProps {
  readonly state: ViewState;
  readonly dispatch: Dispatch;
  readonly commands: UserCommands;
  /** The host passes submitted comments on to the agent. */
  readonly hostTakesMessages: boolean;
  readonly canClose: boolean;
  readonly canPrint: boolean;
  /** The name of the document that a link has led from; `null` without one. */
  readonly back: string | null;
}

/** The props of one comment. */
export interface CardProps extends ViewProps {
  readonly item: Item;
  /** Shows the text that the comment is about, where the document is not beside the card. */
  readonly quoted: boolean;
}
