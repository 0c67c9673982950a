import type { OverlayState } from '../state/state.ts';

/** With the first words that a person sends, the name that was shown beside them is theirs, and is not asked again. */
export function confirmName({ me }: Pick<OverlayState, 'me'>, rename: (name: string) => void): void {
  if (!me.isNamed && me.name !== null) rename(me.name);
}
