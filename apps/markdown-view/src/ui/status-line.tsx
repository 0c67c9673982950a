import { Button, Icon } from '@annotate-mcp/overlay/ui';

import type { ViewState } from '../state/state.ts';

import type { ViewProps } from './view-props.ts';
import { askPrompt, listeningWords, modeHints, plural } from './words.ts';

/** Who listens, whether everything is saved, what is wrong with the file. */
export function StatusLine({ state, commands, told, narrow }: ViewProps & { narrow: boolean }) {
  const { file, listening, link, problem } = state;
  const words = listeningWords(listening, told);
  const offline = link.state === 'offline';
  return (
    <footer class="mdv-status nga-root">
      {offline ? (
        <span class="mdv-status-part mdv-status--problem" role="status" title={link.problem}>
          <Icon name="cloudOff" size={14} />
          {link.refused ? link.problem : 'Offline: trying again. What you write is kept.'}
        </span>
      ) : (
        <span class="mdv-status-part" role="status">
          <i class={`mdv-dot mdv-dot--${words.tone}`} aria-hidden="true" />
          <span>{words.text}</span>
        </span>
      )}
      {words.ask && !offline && file && (
        <Button
          look="quiet"
          icon="copy"
          title="Copies a sentence for your agent"
          onClick={() => void commands.copy(askPrompt(file.path), 'Copied. Paste it to your agent.')}
        >
          Copy
        </Button>
      )}
      <i class="nga-grow" />
      {problem && (
        <span class="mdv-status-part mdv-status--problem" role="alert">
          <Icon name="question" size={14} /> {problem}
        </span>
      )}
      {!narrow && <span class="mdv-mode-hint nga-muted">{modeHints[state.mode]}</span>}
      <span
        class="mdv-status-part nga-muted mdv-saved"
        role="status"
        data-quiet={state.unsaved === 0 ? '' : undefined}
      >
        {saved(state)}
      </span>
    </footer>
  );
}

function saved({ unsaved, link, writing, comments }: ViewState): string {
  if (unsaved > 0)
    return link.state === 'offline' ? `${plural(unsaved, 'comment')} not saved yet` : 'Saving…';
  return writing.size > 0 || comments.size > 0 ? 'All saved' : '';
}
