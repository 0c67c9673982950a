import type { Verdict } from '@annotate-mcp/markdown';
import { Age, Button, Icon } from '@annotate-mcp/overlay/ui';

import { itemsOf } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';
import { askPrompt, listeningWords, plural, submitHint } from './words.ts';

/** Whether an agent listens, whether everything is saved, and problems with the file. */
export function StatusLine({
  state,
  dispatch,
  commands,
  hostTakesMessages,
  narrow,
}: ViewProps & { narrow: boolean }) {
  const { file, listening, connection, problem } = state;
  const words = listeningWords(listening, hostTakesMessages);
  const offline = connection.state === 'offline';
  const isStartAsked = listening.questions?.some(({ kind }) => kind === 'start') === true;
  if (connection.state === 'ended') return <EndedStatus state={state} />;
  return (
    <footer class="mdv-status nga-root">
      {offline ? (
        <span class="mdv-status-part mdv-status--problem" role="status" title={connection.problem}>
          <ViewIcon name="cloudOff" />
          {connection.refused ? connection.problem : 'Offline: trying again. What you write is kept.'}
        </span>
      ) : (
        <span class="mdv-status-part" role="status">
          <i class={`mdv-dot mdv-dot--${words.tone}`} aria-hidden="true" />
          <span>{words.text}</span>
        </span>
      )}
      {words.ask && !offline && file && (
        <Button
          variant="quiet"
          icon="copy"
          title="Copies a sentence for your agent"
          onClick={() => void commands.copy(askPrompt(file.path), 'Copied. Paste it to your agent.')}
        >
          Copy
        </Button>
      )}
      {listening.canStart === true && !offline && !isStartAsked && (
        <Button
          variant="quiet"
          data-nga="start-agent"
          title="An agent works on what you send"
          onClick={() => void commands.changeReview({ type: 'start_agent' })}
        >
          Start an agent
        </Button>
      )}
      <LostButton state={state} dispatch={dispatch} narrow={narrow} />
      <VerdictNote state={state} narrow={narrow} />
      <i class="nga-grow" />
      {problem && (
        <span class="mdv-status-part mdv-status--problem" role="alert">
          <Icon name="question" size={14} /> {problem}
        </span>
      )}
      {!narrow && !problem && <span class="mdv-mode-hint nga-muted">{submitHint(state)}</span>}
      <span
        class="mdv-status-part nga-muted mdv-saved"
        role="status"
        data-quiet={state.unsaved === 0 ? '' : undefined}
      >
        {describeSaving(state)}
      </span>
    </footer>
  );
}

/** Lost comments are listed above all others, which may be far from the part of the text on the screen. */
function LostButton({
  state,
  dispatch,
  narrow,
}: Pick<ViewProps, 'state' | 'dispatch'> & { narrow: boolean }) {
  const lost = itemsOf(state).filter((item) => item.lost);
  const [first] = lost;
  if (first === undefined) return null;
  return (
    <Button
      variant="quiet"
      icon="question"
      title="Shows the comments whose text is gone or occurs several times"
      onClick={() => {
        dispatch({ type: 'activate', id: first.id });
        requestAnimationFrame(() => showCard(first.id));
      }}
    >
      {narrow
        ? `${lost.length} lost`
        : `${plural(lost.length, 'comment')} lost ${lost.length === 1 ? 'its' : 'their'} place`}
    </Button>
  );
}

function showCard(id: string): void {
  const card = document.querySelector<HTMLElement>(`.mdv-card[data-id="${CSS.escape(id)}"]`);
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
}

function EndedStatus({ state }: { state: ViewState }) {
  return (
    <footer class="mdv-status nga-root">
      <span class="mdv-status-part nga-muted" role="status">
        <i class="mdv-dot mdv-dot--off" aria-hidden="true" /> The review has ended
      </span>
      <i class="nga-grow" />
      <span class="mdv-status-part nga-muted mdv-saved" role="status">
        {describeSaving(state)}
      </span>
    </footer>
  );
}

function describeSaving({ unsaved, connection, writing, comments }: ViewState): string {
  if (unsaved > 0)
    return connection.state !== 'online' ? `${plural(unsaved, 'comment')} not saved yet` : 'Saving…';
  return writing.size > 0 || comments.size > 0 ? 'All saved' : '';
}

const pastWords: Readonly<Record<Verdict, { wide: string; narrow: string }>> = {
  approve: { wide: 'You approved this', narrow: 'Approved' },
  changes: { wide: 'You requested changes', narrow: 'Changes requested' },
  comment: { wide: 'You commented on this', narrow: 'Commented' },
};

/** The last verdict, and whether the document has changed since. */
function VerdictNote({ state: { verdict }, narrow }: Pick<ViewProps, 'state'> & { narrow: boolean }) {
  if (verdict === null) return null;
  return (
    <span class="mdv-status-part" role="status" title={verdict.text}>
      <Icon name={verdict.verdict === 'approve' ? 'check' : 'pin'} size={14} />
      <span>
        {pastWords[verdict.verdict][narrow ? 'narrow' : 'wide']}
        {verdict.outdated ? ', before it changed' : ''} · <Age at={verdict.at} class="nga-muted" />
      </span>
    </span>
  );
}
