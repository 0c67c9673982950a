import { useEffect } from 'preact/hooks';

import { isPartial } from '../state/select-listed.ts';

import type { PanelProps } from './panel-props.ts';

/** Reads the whole annotation when the person opens one that is known in brief, again after the connection was lost. */
export function useWhole(
  id: string | undefined,
  { state, commands }: Pick<PanelProps, 'state' | 'commands'>,
): void {
  const isMissing = id !== undefined && state.connection === 'online' && isPartial(state, id);
  useEffect(() => {
    // Where the reader cannot be loaded, the thread stays brief.
    if (isMissing)
      void commands.rest().then(
        ({ whole }) => whole([id]),
        () => undefined,
      );
  }, [id, isMissing]);
}
