import { type ComponentChild, render } from 'preact';

import type { ModeDeps } from '../modes/mode-deps.ts';

export interface Layer {
  readonly draw: (content: ComponentChild) => void;
  readonly close: () => void;
}

/** Adds an element to the overlay's shadow root, below the panels, to render into. */
export function openLayer({
  root,
  container,
  pageWindow,
}: Pick<ModeDeps, 'root' | 'container' | 'pageWindow'>): Layer {
  const layer = pageWindow.document.createElement('div');
  layer.className = 'nga-root';
  root.prepend(layer);
  const follow = () => {
    layer.dataset.theme = container.get().settings.theme;
  };
  follow();
  const unsubscribe = container.subscribe(follow);
  return {
    draw: (content) => render(content, layer),
    close() {
      unsubscribe();
      render(null, layer);
      layer.remove();
    },
  };
}
