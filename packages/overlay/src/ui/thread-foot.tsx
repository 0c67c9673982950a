import { Button, ConfirmButton } from './button.tsx';
import { Field } from './field.tsx';
import type { ThreadProps } from './thread.tsx';

/** What can be done with it now, by its status, and the answer being written. */
export function ThreadFoot({
  annotation,
  drafts,
  text,
  onText,
  onEdit,
  commands,
}: ThreadProps & { onEdit: () => void }) {
  const { id, status } = annotation;
  const closed = status === 'resolved' || status === 'dismissed';
  const message = text.trim();
  const said = (say: () => void) => () => {
    say();
    onText('');
  };
  const reply = said(() => commands.reply(id, message));
  const reopen = said(() => commands.reopen(id, ...(message ? [message] : [])));
  return (
    <div class="nga-thread-foot">
      {status !== 'draft' && (
        <Field
          class="nga-thread-input"
          label={closed ? 'What is still wrong?' : 'Reply'}
          placeholder={closed ? 'What is still wrong?' : 'Reply…'}
          rows={1}
          value={text}
          onText={onText}
          onSubmit={() => message && (closed ? reopen() : reply())}
        />
      )}
      <div class="nga-actions">
        {closed ? (
          <ConfirmButton onClick={() => commands.remove(id)}>Delete</ConfirmButton>
        ) : (
          <OpenActions annotation={annotation} onEdit={onEdit} commands={commands} />
        )}
        <i />
        {closed && (
          // What is written under a closed one is read by nobody until it is open again.
          <Button {...(message && { look: 'primary' })} onClick={reopen}>
            Re-open
          </Button>
        )}
        {status === 'draft' ? (
          <Button look="primary" onClick={() => commands.submitBatch()}>
            Send {drafts} to agent
          </Button>
        ) : closed ? (
          status === 'resolved' &&
          annotation.acceptedAt === undefined &&
          message === '' && (
            <Button look="primary" icon="check" onClick={() => commands.accept(id)}>
              Accept
            </Button>
          )
        ) : (
          <Button look="primary" disabled={message === ''} onClick={reply}>
            Reply
          </Button>
        )}
      </div>
    </div>
  );
}

function OpenActions({
  annotation,
  onEdit,
  commands,
}: Pick<ThreadProps, 'annotation' | 'commands'> & { onEdit: () => void }) {
  const { id, status } = annotation;
  const remove = () => commands.remove(id);
  return (
    <>
      {status === 'acknowledged' ? (
        <Button
          look="quiet"
          title={`Takes it from ${annotation.claim.agentName}, for whoever is free`}
          onClick={() => commands.release(id)}
        >
          Send again
        </Button>
      ) : (
        <Button look="quiet" onClick={onEdit}>
          Edit
        </Button>
      )}
      {status === 'draft' ? (
        <ConfirmButton onClick={remove}>Delete</ConfirmButton>
      ) : (
        <Button look="quiet" onClick={remove}>
          Take back
        </Button>
      )}
    </>
  );
}
