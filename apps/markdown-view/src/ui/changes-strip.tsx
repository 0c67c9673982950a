/** What changed since the last review: one line on opening, and the steps from change to change. */
import type { DocumentChange } from '@annotate-mcp/markdown';
import { Button, IconButton } from '@annotate-mcp/overlay/ui';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';
import { plural } from './words.ts';

/** Edits that arrive later are counted in the toolbar: a new line here would move the text under the reader's eyes. */
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
