import { Button, Icon } from '@annotate-mcp/overlay/ui';

import { unsentTexts } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';
import { asQuotes, plural, reviewCommand, storeWords } from './words.ts';

/** Shown when the server was stopped. Texts that the server does not have can be copied. */
export function EndedStrip({ state, commands }: ViewProps) {
  if (state.connection.state !== 'ended') return null;
  const left = unsentTexts(state);
  const path = state.file?.path ?? '';
  return (
    <div class="mdv-ended nga-root" role="status">
      {left.length > 0 ? <ViewIcon name="cloudOff" size={16} /> : <Icon name="check" />}
      <p class="nga-grow">
        <b>The review has ended.</b> {describeEnd(left.length, state)}
      </p>
      {left.length > 0 ? (
        <Button
          variant="primary"
          icon="copy"
          onClick={() => void commands.copy(asQuotes(left), 'Copied what you wrote.')}
        >
          Copy
        </Button>
      ) : state.asksVerdict ? null : (
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

function describeEnd(left: number, { comments }: ViewState): string {
  if (left > 0)
    return `${plural(left, 'text')} you wrote did not reach the server. Copy ${left === 1 ? 'it' : 'them'} before you close this tab.`;
  if ([...comments.values()].some(({ store }) => store === 'memory'))
    return `What you sent and saved is kept. Comments marked “${storeWords.memory}” are deleted when you close this tab.`;
  return 'Nothing is lost: what you sent and saved is kept. You can close this tab.';
}
