import type { PageAbility } from '@annotate-mcp/core';

import type { OverlayState } from './state.ts';

/** What the hub has not said is not known to be forbidden. */
export function mayAtAll({ me }: Pick<OverlayState, 'me'>, ability: PageAbility): boolean {
  return me.may?.includes(ability) ?? true;
}
