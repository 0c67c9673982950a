import { Button, Kbd } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';

import { Modal } from './modal.tsx';
import { RemoveMarkersDialog } from './remove-markers-dialog.tsx';
import { shortcuts } from './shortcuts.ts';
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
        {shortcuts.map(({ keys, description }) => (
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
