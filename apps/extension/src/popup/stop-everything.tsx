import { Button, Kbd } from '@annotate-mcp/overlay/ui';

import type { PopupRequest } from './messages.ts';

interface StopProps {
  readonly ask: (request: PopupRequest) => Promise<void>;
}

/** Shown instead of everything that agents do, while they are stopped. */
export function Stopped({ ask }: StopProps) {
  return (
    <section class="stopped" aria-label="Agents are stopped">
      <p role="status">
        <strong>All agents are stopped.</strong> Nothing in this browser is read or changed until you let them
        work again.
      </p>
      <Button variant="primary" onClick={() => void ask({ type: 'popup:resume' })}>
        Let agents work again
      </Button>
    </section>
  );
}

export function StopEverything({ ask, stopKey }: StopProps & { readonly stopKey: string }) {
  return (
    <div class="row">
      <button type="button" class="nga-btn stop" onClick={() => void ask({ type: 'popup:stop' })}>
        Stop everything
      </button>
      {stopKey !== '' && <Kbd>{stopKey}</Kbd>}
    </div>
  );
}
