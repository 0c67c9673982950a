import { useCallback, useEffect, useState } from 'react';

import { tell } from '../pages/tell.ts';

/** Returns a function that sets a part of the state that the page tells. */
export function useTold(): (name: string, value: unknown) => void {
  const [state, setState] = useState<Record<string, unknown>>({});
  useEffect(() => tell(state));
  return useCallback((name, value) => setState((old) => ({ ...old, [name]: value })), []);
}
