import { Button, Icon } from '@annotate-mcp/overlay/ui';

import { onlyHere } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import type { ViewProps } from './view-props.ts';
import { asQuotes, plural, reviewCommand, storeWords } from './words.ts';

/** The server is gone. What it had is kept; what it had not is only here, and can be taken along. */
export function EndedStrip({ state, commands }: ViewProps) {
  if (state.link.state !== 'ended') return null;
  const left = onlyHere(state);
  const path = state.file?.path ?? '';
  return (
    <div class="mdv-ended nga-root" role="status">
      <Icon name={left.length > 0 ? 'cloudOff' : 'check'} />
      <p class="nga-grow">
        <b>The review has ended.</b> {wordsFor(left.length, state)}
      </p>
      {left.length > 0 ? (
        <Button
          look="primary"
          icon="copy"
          onClick={() => void commands.copy(asQuotes(left), 'Copied what you wrote.')}
        >
          Copy
        </Button>
      ) : (
        <Button
          icon="copy"
          title={`Copies: ${reviewCommand(path)}`}
          onClick={() =>
            void commands.copy(reviewCommand(path), 'Copied. Run it in the project, or ask your agent to.')
          }
        >
          Copy the command to go on
        </Button>
      )}
    </div>
  );
}

function wordsFor(left: number, { comments }: ViewState): string {
  if (left > 0)
    return `${plural(left, 'text')} you wrote did not get through. Copy ${left === 1 ? 'it' : 'them'} before you close this tab.`;
  if ([...comments.values()].some(({ store }) => store === 'memory'))
    return `What you sent and what you saved is kept. What says “${storeWords.memory}” goes with this tab.`;
  return 'Nothing is lost: what you sent and what you saved is kept. You can close this tab.';
}
