import { createStateContainer, type StateContainer } from '@annotate-mcp/overlay/ui';

import type { Action } from './actions.ts';
import { reduce } from './reducer.ts';
import { initialState, type ViewState } from './state.ts';

export type ViewStateContainer = StateContainer<ViewState, Action>;

export function createViewState(initial: ViewState = initialState): ViewStateContainer {
  return createStateContainer(initial, reduce);
}
