import { Button } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';

import type { ViewProps } from './view-props.ts';

/** Opens the dialog in which the person approves the document, asks for changes or comments on it as a whole. */
export function VerdictButton({ state, dispatch }: ViewProps) {
  const count = state.asksVerdict ? batchOf(state).length : 0;
  const ended = state.connection.state === 'ended';
  return (
    <Button
      variant={state.asksVerdict ? 'primary' : undefined}
      icon="check"
      data-nga="verdict"
      disabled={state.submitting || ended}
      title={ended ? 'The review has ended' : 'Approve the document or ask for changes'}
      onClick={() => dispatch({ type: 'dialog', dialog: 'verdict' })}
    >
      Finish…
      {count > 0 && <span class="mdv-count">{count}</span>}
    </Button>
  );
}
