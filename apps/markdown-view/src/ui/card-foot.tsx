/** The reply that is being written, and what can be done with the comment in its status. */
import { isClosed } from '@annotate-mcp/core';
import type { CommentStore, MarkdownComment } from '@annotate-mcp/markdown';
import { ActionButtons, Button, isFromRepository, ReplyField, Select } from '@annotate-mcp/overlay/ui';

import { selectMentionable } from '../state/addressees.ts';
import { isEditing } from '../state/select.ts';
import { fieldKey } from '../state/state.ts';

import { cardActions } from './card-actions.tsx';
import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';
import { storeWords } from './words.ts';

export type CardFootProps = ViewProps & { comment: MarkdownComment };

export function CardFoot(props: CardFootProps) {
  const { comment, state } = props;
  if (isEditing(state, comment)) return <EditActions {...props} />;
  const isBusy = state.busy.has(comment.id);
  return (
    <div class="mdv-foot">
      {comment.status !== 'draft' && !isFromRepository(comment) && <CardReplyField {...props} />}
      <div class="nga-actions">
        <i />
        <ActionButtons actions={mainActions} context={props} busy={isBusy} />
      </div>
      <div class="nga-actions mdv-quiet">
        <ActionButtons actions={quietActions} context={props} busy={isBusy} />
        <i />
        <StoreChoice {...props} />
      </div>
    </div>
  );
}

const mainActions = cardActions.filter(({ row }) => row === 'main');
const quietActions = cardActions.filter(({ row }) => row === 'quiet');

function EditActions({ comment: { id }, state, commands }: CardFootProps) {
  const isBlank = (state.fieldTexts.get(fieldKey('edit', id))?.trim() ?? '') === '';
  return (
    <div class="nga-actions">
      <i />
      <Button onClick={() => commands.setFieldText(fieldKey('edit', id), null)}>Cancel</Button>
      <Button
        variant="primary"
        disabled={isBlank}
        busy={state.busy.has(id)}
        onClick={() => void commands.saveEdit(id)}
      >
        Save
      </Button>
    </div>
  );
}

function CardReplyField({ comment, state, commands }: CardFootProps) {
  const key = fieldKey('reply', comment.id);
  const closed = isClosed(comment);
  return (
    <ReplyField
      closed={closed}
      mentionable={selectMentionable(state)}
      value={state.fieldTexts.get(key) ?? ''}
      onText={(text) => commands.setFieldText(key, text || null)}
      onSubmit={() => void (closed ? commands.reopen(comment.id) : commands.reply(comment.id))}
    />
  );
}

/** The stores that a comment of each store can be moved to. */
const storeChoices: Readonly<Record<CommentStore, readonly CommentStore[]>> = {
  memory: [],
  sidecar: ['sidecar', 'inline'],
  inline: ['inline', 'sidecar'],
};

/** Where the comment is stored. A comment in memory can only be pinned to the project. */
function StoreChoice({ comment, state, commands }: CardFootProps) {
  const { id, store, status } = comment;
  // A plan is not a file of the project.
  if (status === 'draft' || state.asksVerdict) return null;
  const move = (to: CommentStore) => void commands.change(id, { type: 'move', to });
  if (store === 'memory')
    return (
      <Button
        variant="quiet"
        icon={<ViewIcon name="tack" />}
        title="It is deleted when the review ends, unless you save it in the project"
        onClick={() => move('sidecar')}
      >
        Pin
      </Button>
    );
  const isWritable = state.file?.writable ?? false;
  const choices = storeChoices[store].filter((to) => to === store || to !== 'inline' || isWritable);
  const options = Object.fromEntries(choices.map((to) => [to, storeWords[to]])) as Record<
    CommentStore,
    string
  >;
  return (
    <Select
      label="Where it is stored"
      options={options}
      value={store}
      onChange={(to) => {
        if (to !== store) move(to);
      }}
    />
  );
}
