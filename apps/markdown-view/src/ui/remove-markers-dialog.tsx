import { Button } from '@annotate-mcp/overlay/ui';

import { Modal } from './modal.tsx';
import type { ViewProps } from './view-props.ts';

/** Asks before the comments are taken out of the file. */
export function RemoveMarkersDialog({ state, dispatch, commands }: ViewProps) {
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
