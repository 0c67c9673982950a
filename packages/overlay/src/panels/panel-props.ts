import type { Commands } from '../commands/commands.ts';
import type { FetchPicture } from '../connection/page-environment.ts';
import type { Dispatch } from '../state/actions.ts';
import type { BadgePosition, OverlayState } from '../state/state.ts';
import type { Trials } from '../trials/trials.ts';

/** What each panel of the overlay gets. */
export interface PanelProps {
  state: OverlayState;
  dispatch: Dispatch;
  commands: Commands;
  badges: readonly BadgePosition[];
  /** The ranges of an annotation's text; empty for annotations without one. */
  rangesOf?: (id: string) => readonly Range[];
  /** Base URL of attachments: `config.hub`. */
  hub: string;
  /** Where the page may not show pictures of the hub by their address. */
  fetchPicture?: FetchPicture | undefined;
  trials: Trials;
}
