/** Shows once per browser how to comment. It takes no focus; Esc, its button, or commenting closes it. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { canStepBack } from '../../state/reducer.ts';
import { openLayer } from '../layer.ts';

import { FirstUseTip } from './first-use-tip.tsx';
import { isTipSeen, rememberTipSeen } from './tip-memory.ts';

/** Time to read the tip. If the dev server reloads the page earlier, the tip is shown again. */
const readMs = 5_000;

export function showFirstUse(deps: ModeDeps): () => void {
  if (isTipSeen()) return () => undefined;
  const { pageWindow, container } = deps;
  const layer = openLayer(deps);

  const draw = () => {
    const state = container.get();
    if (state.mode.name === 'annotate') close();
    // The tip waits while something of the overlay is open.
    else if (canStepBack(state)) layer.draw(null);
    else layer.draw(<FirstUseTip corner={state.settings.corner} onClose={close} />);
  };
  const onKeydown = (event: KeyboardEvent) => {
    if (event.code !== 'Escape' || event.isComposing || canStepBack(container.get())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  const close = () => {
    rememberTipSeen();
    stop();
  };
  const stop = () => {
    pageWindow.clearTimeout(timer);
    pageWindow.removeEventListener('keydown', onKeydown, true);
    unsubscribe();
    layer.close();
  };

  const timer = pageWindow.setTimeout(rememberTipSeen, readMs);
  pageWindow.addEventListener('keydown', onKeydown, true);
  const unsubscribe = container.subscribe(draw);
  draw();
  return stop;
}
