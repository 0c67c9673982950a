/**
 * The lines above the text: the review has ended, an agent asks something, comments came with the repository, passages
 * changed since the last review.
 */
import type { DocumentChange } from '@annotate-mcp/markdown';
import { askForTrust, Button, Icon, IconButton, TrustButtons, useNotNow } from '@annotate-mcp/overlay/ui';

import { foreignComments, unsentTexts } from '../state/select.ts';
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

/** What a started agent asks, and which agent to start. A window answers it: nothing in this page can press there. */
export function QuestionsStrip({ state: { listening, connection }, commands }: ViewProps) {
  const { questions = [], startProblem } = listening;
  if (connection.state === 'ended') return null;
  return (
    <>
      {startProblem !== undefined && (
        <div class="mdv-strip nga-root" role="alert">
          <Icon name="question" />
          <p class="nga-grow">
            <b>No agent was started.</b> {startProblem}
          </p>
        </div>
      )}
      {questions.map(({ id, kind, title, agentName = 'An agent', url }) => (
        <div key={id} class="mdv-strip nga-root" role="region" aria-label="A question" data-nga="question">
          <Icon name="question" />
          <p class="nga-grow" role="status">
            {kind === 'permission' || kind === 'elicitation' ? (
              <>
                <b>{agentName} asks:</b> {title}
              </>
            ) : (
              <b>{title}</b>
            )}
          </p>
          <Button variant="primary" onClick={() => commands.openLink(url)}>
            Answer in a window
          </Button>
        </div>
      ))}
    </>
  );
}

/** Above the text while it has comments that came with the repository, which the person has to decide about. */
export function RepositoryStrip({ state, dispatch, commands }: ViewProps) {
  const ids = foreignComments(state).map(({ id }) => id);
  const { isAsked, notNow } = useNotNow(ids);
  if (!isAsked || state.connection.state === 'ended') return null;
  return (
    <div class="mdv-strip nga-root" role="region" aria-label="Comments that are not trusted">
      <Icon name="question" />
      <p class="nga-grow">
        <b>{askForTrust(ids.length)}</b> No agent sees {ids.length === 1 ? 'it' : 'them'} before.
      </p>
      <TrustButtons
        ids={ids}
        onTrust={({ later }) =>
          void commands.changeReview(later ? { type: 'trust_repository' } : { type: 'adopt_all', ids })
        }
        onLook={(id) => dispatch({ type: 'activate', id })}
        onNotNow={notNow}
      />
    </div>
  );
}

/**
 * What changed since the last review: one line on opening, and the steps from change to change. Edits that arrive later
 * are counted in the toolbar: a new line here would move the text under the reader's
 * eyes.
 */
export function ChangesStrip(props: ViewProps) {
  const { state, commands } = props;
  const { found, shown, announced } = state.changes;
  if (found === null || !(shown || announced) || state.connection.state === 'ended') return null;
  const seenSha = state.textSha;
  return (
    <div class="mdv-strip mdv-changes nga-root" role="region" aria-label="Changes since your last review">
      <ViewIcon name="changes" size={16} />
      {shown ? <Steps {...props} list={found.list} /> : <p class="nga-grow">{describeCount(found.list)}</p>}
      {shown ? (
        <Button variant="quiet" onClick={commands.toggleChanges}>
          Hide
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => commands.stepChange(1)}>
          Show
        </Button>
      )}
      {seenSha !== null && (
        <Button
          title="Later edits are compared with the text as it is now"
          onClick={() => void commands.changeReview({ type: 'mark_reviewed', seenSha })}
        >
          Mark as reviewed
        </Button>
      )}
    </div>
  );
}

function describeCount({ length }: readonly DocumentChange[]): string {
  return `${plural(length, 'passage')} changed since your last review.`;
}

const kindWords: Readonly<Record<DocumentChange['kind'], string>> = {
  changed: 'changed',
  added: 'added',
  removed: 'removed',
  moved: 'moved',
};

function Steps({ state, commands, list }: ViewProps & { list: readonly DocumentChange[] }) {
  const { current } = state.changes;
  const change = current === null ? undefined : list[current];
  return (
    <div class="mdv-steps nga-grow">
      <IconButton
        icon={<ViewIcon name="up" />}
        label="Previous change (Shift+P)"
        onClick={() => commands.stepChange(-1)}
      />
      <IconButton
        icon={<ViewIcon name="down" />}
        label="Next change (Shift+N)"
        onClick={() => commands.stepChange(1)}
      />
      <p role="status">
        {change === undefined || current === null ? (
          plural(list.length, 'change')
        ) : (
          <>
            {current + 1} of {list.length}
            <span class="mdv-step-kind">, {kindWords[change.kind]}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** In the toolbar, while the text differs from the one that was reviewed last. */
export function ChangesToggle({ state, commands, narrow }: ViewProps & { narrow: boolean }) {
  const { found, shown } = state.changes;
  if (found === null) return null;
  return (
    <Button
      variant="quiet"
      pressed={shown}
      data-nga="changes"
      title={`${describeCount(found.list)} ${shown ? 'Click to hide them.' : 'Click to see them in the text.'}`}
      {...(narrow && { 'aria-label': `Changes ${found.list.length}` })}
      onClick={commands.toggleChanges}
    >
      <ViewIcon name="changes" />
      {!narrow && 'Changes '}
      <span class="mdv-count">{found.list.length}</span>
    </Button>
  );
}
