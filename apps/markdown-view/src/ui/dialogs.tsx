import { Button, Kbd } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';

import { Modal } from './modal.tsx';
import { shortcutsOn } from './shortcuts.ts';
import { VerdictDialog } from './verdict-dialog.tsx';
import type { ViewProps } from './view-props.ts';
import { plural } from './words.ts';

export function Dialogs(props: ViewProps) {
  switch (props.state.dialog) {
    case 'keys':
      return <Keys {...props} />;
    case 'close':
      return <Closing {...props} />;
    case 'discard':
      return <Discarding {...props} />;
    case 'verdict':
      return <VerdictDialog {...props} />;
    case 'remove-markers':
      return <RemoveMarkersDialog {...props} />;
    case null:
      return null;
  }
}

function Keys({ state, dispatch }: ViewProps) {
  return (
    <Modal title="Keyboard shortcuts" onClose={() => dispatch({ type: 'dialog', dialog: null })}>
      <dl class="mdv-keys">
        {shortcutsOn(state).map(({ keys, description }) => (
          <div key={description}>
            <dt>{description}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label class="nga-row">
        <input
          type="checkbox"
          checked={state.letterKeys}
          onChange={(event) => dispatch({ type: 'letterKeys', on: event.currentTarget.checked })}
        />
        Single letters are shortcuts
      </label>
    </Modal>
  );
}

function Closing({ state, dispatch, commands }: ViewProps) {
  const count = batchOf(state).length;
  const done = () => dispatch({ type: 'dialog', dialog: null });
  const submitAndClose = async () => {
    done();
    if (await commands.submitAll()) commands.closeNow();
  };
  return (
    <Modal title={`${plural(count, 'comment')} not sent`} onClose={done}>
      <p>
        {count === 1
          ? 'It stays in your batch until you open the file again and send it. No agent sees it before.'
          : 'They stay in your batch until you open the file again and send them. No agent sees them before.'}
      </p>
      <div class="nga-actions">
        <Button variant="quiet" onClick={done}>
          Cancel
        </Button>
        <i />
        <Button
          onClick={() => {
            done();
            commands.closeNow();
          }}
        >
          Close, send later
        </Button>
        <Button variant="primary" onClick={() => void submitAndClose()}>
          Submit and close
        </Button>
      </div>
    </Modal>
  );
}

function Discarding({ state, dispatch, commands }: ViewProps) {
  const count = batchOf(state).length;
  const done = () => dispatch({ type: 'dialog', dialog: null });
  return (
    <Modal title={`Discard ${plural(count, 'comment')}?`} onClose={done}>
      <p>What you wrote and did not send is deleted. This cannot be undone.</p>
      <div class="nga-actions">
        <i />
        <Button onClick={done}>Keep them</Button>
        <Button variant="danger" onClick={() => void commands.discardBatch()}>
          Discard {plural(count, 'comment')}
        </Button>
      </div>
    </Modal>
  );
}

/** Asks before the comments are taken out of the file. */
function RemoveMarkersDialog({ state, dispatch, commands }: ViewProps) {
  const done = () => dispatch({ type: 'dialog', dialog: null });
  const remove = () => {
    done();
    void commands.changeReview({ type: 'remove_markers' });
  };
  return (
    <Modal title="Remove all markers?" onClose={done}>
      <p>
        {state.file?.name ?? 'The file'} gets back the text it had without comments. All comments are kept in
        the project, also those that only the file has now. Others who get the file do not see them any more.
      </p>
      {state.mirror && <p>Comments are no longer mirrored into the file.</p>}
      <p class="nga-muted">To undo it, export them again.</p>
      <div class="nga-actions">
        <i />
        <Button onClick={done}>Keep them</Button>
        <Button variant="danger" onClick={remove}>
          Remove all markers
        </Button>
      </div>
    </Modal>
  );
}
