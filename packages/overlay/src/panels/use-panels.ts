import { useEffect, useState } from 'preact/hooks';

import { whenIdle } from '../loading/when-idle.ts';

import type * as Module from './panels.ts';

export type Panels = typeof Module;

let loaded: Panels | null = null;

/**
 * The panels, once they are there: fetched when the browser is idle, so that they open at once and also while the dev
 * server is down; at once when `wanted` before that. A fetch that failed is tried again when `wanted` changes.
 */
export function usePanels(
  inside: { readonly current: Element | null },
  wanted: boolean,
  onFailure: () => void,
): Panels | null {
  const [panels, setPanels] = useState<Panels | null>(null);
  useEffect(() => {
    if (panels) return;
    let stopped = false;
    const fetchThem = async () => {
      try {
        loaded ??= await import('./panels.ts');
        if (stopped) return;
        adopt(inside.current?.getRootNode(), loaded.createPanelStyleSheet());
        setPanels(loaded);
      } catch {
        // A failure is reported only when the panels are needed.
        if (wanted && !stopped) onFailure();
      }
    };
    const cancel = wanted ? (void fetchThem(), () => undefined) : whenIdle(() => void fetchThem());
    return () => {
      stopped = true;
      cancel();
    };
  }, [wanted, panels]);
  return panels;
}

/** Adopted before the panels are rendered, because their position depends on their size. */
function adopt(root: Node | undefined, sheet: CSSStyleSheet): void {
  if (root instanceof ShadowRoot || root instanceof Document) root.adoptedStyleSheets.push(sheet);
}
