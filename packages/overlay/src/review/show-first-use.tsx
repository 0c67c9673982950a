/** Shows once per browser how to comment. It takes no focus; Esc, its button, or commenting closes it. */
import type { ModeDeps } from '../modes/mode-deps.ts';
import { HowToComment } from '../panels/how-to-comment.tsx';
import { canStepBack } from '../state/reducer.ts';
import type { Corner } from '../state/state.ts';
import { Button } from '../ui/button.tsx';

import { openLayer } from './open-layer.ts';

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

export function FirstUseTip({ corner, onClose }: { corner: Corner; onClose: () => void }) {
  return (
    <section
      class="nga-tip-card nga-surface"
      data-nga="first-use"
      data-corner={corner}
      aria-label="How to comment on this page"
    >
      <ul>
        <HowToComment />
        <li>The round button has all comments and notes.</li>
      </ul>
      <Button variant="primary" data-nga="first-use-close" onClick={onClose}>
        Got it
      </Button>
    </section>
  );
}

const key = 'annotate:first-use';

/** Whether the tip was shown in this browser; `false` where nothing can be stored. */
function isTipSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function rememberTipSeen(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Without storage the tip is shown again on the next page.
  }
}
