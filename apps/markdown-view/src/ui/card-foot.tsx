/** What can be done with a comment now, by its status, and the reply being written. */
import type { CommentStore, MarkdownComment } from '@annotate-mcp/markdown';
import { Button, ConfirmButton, Field, Select } from '@annotate-mcp/overlay/ui';

import { keptKey, type ViewState } from '../state/state.ts';

import type { CardProps } from './card.tsx';
import { SignIcon } from './sign.tsx';
import { storeWords } from './words.ts';

type FootProps = CardProps & { comment: MarkdownComment };

export function CardFoot(props: FootProps) {
  const { comment, state } = props;
  if (isEditing(state, comment)) return <EditActions {...props} />;
  const closed = comment.status === 'resolved' || comment.status === 'dismissed';
  return (
    <div class="mdv-foot">
      {comment.status !== 'draft' && <ReplyField {...props} closed={closed} />}
      <div class="nga-actions">
        <i />
        {comment.status === 'draft' ? (
          <DraftActions {...props} />
        ) : closed ? (
          <ClosedActions {...props} />
        ) : (
          <OpenActions {...props} />
        )}
      </div>
      <div class="nga-actions mdv-quiet">
        <QuietActions {...props} closed={closed} />
        <i />
        <Keeping {...props} />
      </div>
    </div>
  );
}

/** A changed request that was begun, and may still be changed. */
export function isEditing({ kept }: ViewState, { id, status }: MarkdownComment): boolean {
  return status === 'pending' && kept.has(keptKey('edit', id));
}

function EditActions({ comment: { id }, state, commands }: FootProps) {
  const blank = (state.kept.get(keptKey('edit', id))?.trim() ?? '') === '';
  return (
    <div class="nga-actions">
      <i />
      <Button onClick={() => commands.keep(keptKey('edit', id), null)}>Cancel</Button>
      <Button
        look="primary"
        disabled={blank || state.busy.has(id)}
        onClick={() => void commands.saveEdit(id)}
      >
        Save
      </Button>
    </div>
  );
}

function ReplyField({ comment, state, commands, closed }: FootProps & { closed: boolean }) {
  const key = keptKey('reply', comment.id);
  const label = closed ? 'What is still wrong?' : 'Reply';
  return (
    <Field
      class="mdv-reply"
      label={label}
      placeholder={closed ? label : 'Reply…'}
      rows={1}
      value={state.kept.get(key) ?? ''}
      onText={(text) => commands.keep(key, text || null)}
      onSubmit={() => void (closed ? reopen(comment.id, state, commands) : commands.reply(comment.id))}
    />
  );
}

function DraftActions({ comment: { id }, state, commands }: FootProps) {
  const busy = state.busy.has(id);
  return (
    <>
      <Button
        disabled={busy}
        title="Asks this one at once; the batch stays"
        onClick={() => void commands.answerNow(id)}
      >
        <SignIcon name="bolt" /> Answer now
      </Button>
      <Button disabled={busy} title="Sends this one alone" onClick={() => void commands.submitOne(id)}>
        <SignIcon name="send" /> Submit
      </Button>
    </>
  );
}

function OpenActions(props: FootProps) {
  const { comment, state, commands } = props;
  const { id } = comment;
  const typed = said(state, id) !== '';
  if (comment.intent === 'review') return <Judging {...props} typed={typed} />;
  return (
    <Button look="primary" disabled={!typed || state.busy.has(id)} onClick={() => void commands.reply(id)}>
      Reply
    </Button>
  );
}

/** What is needed less often, in a row of its own. */
function QuietActions({ comment, closed, state, dispatch, commands }: FootProps & { closed: boolean }) {
  const { id, status, annotationText } = comment;
  const busy = state.busy.has(id);
  const edit = () => {
    if (status === 'draft') dispatch({ type: 'compose:again', id });
    else commands.keep(keptKey('edit', id), annotationText);
  };
  return (
    <>
      {(status === 'draft' || status === 'pending') && (
        <Button look="quiet" onClick={edit}>
          Edit
        </Button>
      )}
      {status === 'draft' || closed ? (
        <ConfirmButton onClick={() => void commands.remove(id)}>Delete</ConfirmButton>
      ) : (
        <>
          <Button look="quiet" disabled={busy} onClick={() => void commands.change(id, { type: 'resolve' })}>
            Resolve
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => void commands.remove(id)}>
            Take back
          </Button>
        </>
      )}
    </>
  );
}

/** In review mode: an item of the list becomes an instruction, or is dropped. */
function Judging({ comment: { id }, state, commands, typed }: FootProps & { typed: boolean }) {
  const busy = state.busy.has(id);
  return (
    <>
      {typed && (
        <Button disabled={busy} onClick={() => void commands.reply(id)}>
          Reply
        </Button>
      )}
      <Button disabled={busy} onClick={() => void commands.change(id, { type: 'decline' })}>
        Decline
      </Button>
      <Button look="primary" icon="check" disabled={busy} onClick={() => void commands.approve(id)}>
        {typed ? 'Approve with comment' : 'Approve'}
      </Button>
    </>
  );
}

function ClosedActions({ comment, state, commands }: FootProps) {
  const { id } = comment;
  const typed = said(state, id) !== '';
  const busy = state.busy.has(id);
  return (
    <>
      <Button
        {...(typed && { look: 'primary' })}
        disabled={busy}
        onClick={() => void reopen(id, state, commands)}
      >
        Re-open
      </Button>
      {comment.status === 'resolved' && comment.acceptedAt === undefined && !typed && (
        <Button
          look="primary"
          icon="check"
          disabled={busy}
          onClick={() => void commands.change(id, { type: 'accept' })}
        >
          Accept
        </Button>
      )}
    </>
  );
}

/** What is written under a closed one is read by nobody until it is open again. */
async function reopen(id: string, state: ViewState, commands: FootProps['commands']): Promise<void> {
  if (said(state, id) !== '' && !(await commands.reply(id))) return;
  await commands.change(id, { type: 'reopen' });
}

function said({ kept }: ViewState, id: string): string {
  return kept.get(keptKey('reply', id))?.trim() ?? '';
}

/** What each store can be changed into. */
const moves: Readonly<Record<CommentStore, readonly CommentStore[]>> = {
  memory: [],
  sidecar: ['sidecar', 'inline'],
  inline: ['inline', 'sidecar'],
};

function Keeping({ comment, state, commands }: FootProps) {
  const { id, store, status } = comment;
  const writable = state.file?.writable ?? false;
  const options = moves[store].filter((to) => to === store || to !== 'inline' || writable);
  const words = Object.fromEntries(options.map((to) => [to, storeWords[to]])) as Record<CommentStore, string>;
  return (
    <>
      {status !== 'draft' && store !== 'memory' && (
        <Select
          label="Where it is kept"
          options={words}
          value={store}
          onChange={(to) => to !== store && void commands.change(id, { type: 'move', to })}
        />
      )}
      {store === 'memory' && status !== 'draft' && (
        <Button
          look="quiet"
          title="Gone when the review ends, unless it is kept in the project"
          onClick={() => void commands.change(id, { type: 'move', to: 'sidecar' })}
        >
          <SignIcon name="tack" /> Pin
        </Button>
      )}
    </>
  );
}
