/** Says once in a browser how to comment here. Takes no focus; Esc or its button closes it, and so does commenting. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { escapes } from '../../state/reducer.ts';
import { openLayer } from '../layer.ts';

import { FirstUseTip } from './first-use-tip.tsx';
import { isSeen, rememberSeen } from './tip-memory.ts';

/** Long enough to have been read. A page that loads again before, as dev servers make it, tells it again. */
const readMs = 5_000;

export function showFirstUse(deps: ModeDeps): () => void {
  if (isSeen()) return () => undefined;
  const { view, store } = deps;
  const layer = openLayer(deps);

  const draw = () => {
    const state = store.get();
    if (state.mode.name === 'annotate') close();
    // Not over what somebody is looking at: it waits.
    else if (escapes(state)) layer.draw(null);
    else layer.draw(<FirstUseTip corner={state.settings.corner} onClose={close} />);
  };
  const onKeydown = (event: KeyboardEvent) => {
    if (event.code !== 'Escape' || event.isComposing || escapes(store.get())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  const close = () => {
    rememberSeen();
    stop();
  };
  const stop = () => {
    view.clearTimeout(timer);
    view.removeEventListener('keydown', onKeydown, true);
    unsubscribe();
    layer.close();
  };

  const timer = view.setTimeout(rememberSeen, readMs);
  view.addEventListener('keydown', onKeydown, true);
  const unsubscribe = store.subscribe(draw);
  draw();
  return stop;
}
