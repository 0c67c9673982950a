import { ActionButtons } from './action-buttons.tsx';
import { isFromRepository } from './from-repository.tsx';
import { ReplyField } from './reply-field.tsx';
import { actionsFor, reopenThread, replyToThread, type ThreadContext } from './thread-actions.ts';
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
  const { side, main } = actionsFor(annotation);
  const context: ThreadContext = { ...rest, message: text.trim(), clearReply: () => onText('') };
  const submit = () => {
    if (context.message) (closed ? reopenThread : replyToThread).run(context);
  };
  return (
    <div class="nga-thread-foot">
      {annotation.status !== 'draft' && !isFromRepository(annotation) && (
        <ReplyField closed={closed} value={text} onText={onText} onSubmit={submit} />
      )}
      <div class="nga-actions">
        <ActionButtons actions={side} context={context} />
        <i />
        <ActionButtons actions={main} context={context} />
      </div>
    </div>
  );
}
