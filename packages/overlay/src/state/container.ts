import { createStateContainer, type StateContainer } from '../ui/state-container.ts';

import type { Action } from './actions.ts';
import { reduce } from './reducer.ts';
import type { OverlayState } from './state.ts';

export type OverlayStateContainer = StateContainer<OverlayState, Action>;

export function createOverlayState(initial: OverlayState): OverlayStateContainer {
  return createStateContainer(initial, reduce);
}
