import { type ComponentChild, render } from 'preact';

import type { ModeDeps } from '../modes/mode-deps.ts';

export interface Layer {
  readonly draw: (content: ComponentChild) => void;
  readonly close: () => void;
}

/** A place of its own in the overlay's shadow root, below the panels. */
export function openLayer({ root, store, view }: Pick<ModeDeps, 'root' | 'store' | 'view'>): Layer {
  const layer = view.document.createElement('div');
  layer.className = 'nga-root';
  root.prepend(layer);
  const follow = () => {
    layer.dataset.theme = store.get().settings.theme;
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return {
    draw: (content) => render(content, layer),
    close() {
      unsubscribe();
      render(null, layer);
      layer.remove();
    },
  };
}
