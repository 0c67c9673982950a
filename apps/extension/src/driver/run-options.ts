/** How a tab runs a command. */
import type { DialogAnswer } from '@annotate-mcp/browser-protocol';

export interface RunOptions {
  /** How to answer dialogs that open meanwhile. */
  readonly answer?: DialogAnswer | undefined;
  /**
   * `no`: the command asks the browser and not the page, so it also works while the page's scripts run without a pause.
   * `leave`: the command leaves the page, whatever its scripts do. `reads`: the command changes nothing, so it begins while
   * the page is asked whether it answers.
   */
  readonly needsPage?: 'yes' | 'no' | 'leave' | 'reads';
  /** The command is a picture, after which the next picture needs no pause: see `msSinceAnswer`. */
  readonly isPicture?: boolean;
}

export interface ActOptions extends RunOptions {
  /** The next action does not wait longer for this one. */
  readonly holdMs?: number;
}
