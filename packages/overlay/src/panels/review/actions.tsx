import { Button, ConfirmButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

import type { ItemProps } from './item-props.ts';

/** The buttons that the annotation's status allows. */
export function Actions(props: ItemProps) {
  const { item, state, current, commands } = props;
  const { id, status } = item;
  return (
    <div class="nga-actions">
      {state.lost.has(id) && (
        <Button
          icon="target"
          tabIndex={current ? 0 : -1}
          data-nga="relink"
          onClick={() => commands.relink(id)}
        >
          Re-link
        </Button>
      )}
      {status === 'resolved' || status === 'dismissed' ? (
        <ClosedActions {...props} />
      ) : (
        <OpenActions {...props} />
      )}
    </div>
  );
}

/** An agent says that it is done: the reviewer agrees, or says what is still wrong. */
function ClosedActions({ item, state, current, dispatch, commands }: ItemProps) {
  const { id } = item;
  const isAddressed = item.status === 'resolved' && item.acceptedAt === undefined;
  const text = state.kept.get(id) ?? '';
  const message = text.trim();
  const tabIndex = current ? 0 : -1;
  const onText = (typed: string) => dispatch({ type: 'reply:text', id, text: typed });
  const accept = () => {
    if (message) commands.reply(id, message);
    commands.accept(id);
    onText('');
  };
  const reopen = () => {
    commands.reopen(id, ...(message ? [message] : []));
    onText('');
  };
  return (
    <>
      {isAddressed && (
        <Field
          label="Reply (optional)"
          placeholder="Reply (optional)"
          rows={1}
          tabIndex={tabIndex}
          data-nga="reply-text"
          value={text}
          onText={onText}
          onSubmit={reopen}
        />
      )}
      {isAddressed && (
        <Button look="primary" icon="check" tabIndex={tabIndex} data-nga="accept" onClick={accept}>
          Accept
        </Button>
      )}
      <Button tabIndex={tabIndex} data-nga="reopen" onClick={reopen}>
        Re-open
      </Button>
      <ConfirmButton tabIndex={tabIndex} data-nga="delete" onClick={() => commands.remove(id)}>
        Delete
      </ConfirmButton>
    </>
  );
}

function OpenActions({ item, current, dispatch, commands }: ItemProps) {
  const { id, status, annotationText } = item;
  const tabIndex = current ? 0 : -1;
  const open = () => dispatch({ type: 'thread:open', id });
  const edit = () => {
    // The thread opens with the change that was begun.
    dispatch({ type: 'reply:text', id: `edit ${id}`, text: annotationText });
    open();
  };
  return (
    <>
      {status !== 'draft' && (
        <Button look="quiet" tabIndex={tabIndex} data-nga="reply" onClick={open}>
          Reply
        </Button>
      )}
      {status !== 'acknowledged' && (
        <Button look="quiet" tabIndex={tabIndex} data-nga="edit" onClick={edit}>
          Edit
        </Button>
      )}
      {status === 'draft' ? (
        <ConfirmButton tabIndex={tabIndex} data-nga="delete" onClick={() => commands.remove(id)}>
          Delete
        </ConfirmButton>
      ) : (
        <Button look="quiet" tabIndex={tabIndex} data-nga="delete" onClick={() => commands.remove(id)}>
          Take back
        </Button>
      )}
    </>
  );
}
