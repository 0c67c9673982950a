import { ActionButtons } from './action-buttons.tsx';
import { ReplyField } from './reply-field.tsx';
import {
  mainActions,
  reopenThread,
  replyToThread,
  sideActions,
  type ThreadContext,
} from './thread-actions.ts';
import { isClosed } from './words.ts';

export interface ThreadFootProps extends Omit<ThreadContext, 'message' | 'clearReply'> {
  /** The reply that is being written. */
  text: string;
  onText: (text: string) => void;
}

/** The reply that is being written, and what can be done with the thread in its status. */
export function ThreadFoot({ text, onText, ...rest }: ThreadFootProps) {
  const { annotation } = rest;
  const closed = isClosed(annotation);
  const context: ThreadContext = { ...rest, message: text.trim(), clearReply: () => onText('') };
  const submit = () => {
    if (context.message) (closed ? reopenThread : replyToThread).run(context);
  };
  return (
    <div class="nga-thread-foot">
      {annotation.status !== 'draft' && (
        <ReplyField closed={closed} value={text} onText={onText} onSubmit={submit} />
      )}
      <div class="nga-actions">
        <ActionButtons actions={sideActions} context={context} />
        <i />
        <ActionButtons actions={mainActions} context={context} />
      </div>
    </div>
  );
}
