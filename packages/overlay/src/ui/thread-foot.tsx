import type { Addressee } from '@annotate-mcp/core';

import type { Me } from '../state/state.ts';

import { ActionButtons } from './action-buttons.tsx';
import { isFromRepository } from './from-repository.tsx';
import { NameLine } from './name-field.tsx';
import { ReplyField } from './replies.tsx';
import { actionsFor, isReopened, reopenThread, replyToThread, type ThreadContext } from './thread-actions.ts';

export interface ThreadFootProps extends Omit<ThreadContext, 'message' | 'clearReply'> {
  /** The reply that is being written. */
  text: string;
  onText: (text: string) => void;
  me: Me;
  mentionable: readonly Addressee[];
}

/** The reply that is being written, and what can be done with the thread in its status. */
export function ThreadFoot({ text, onText, mentionable, ...rest }: ThreadFootProps) {
  const { annotation, can, me, commands } = rest;
  const closed = isReopened(annotation, can);
  const { side, main } = actionsFor(annotation);
  const context: ThreadContext = { ...rest, message: text.trim(), clearReply: () => onText('') };
  const writes = can('reply') && !isFromRepository(annotation);
  const submit = () => {
    if (context.message) (closed ? reopenThread : replyToThread).run(context);
  };
  return (
    <div class="nga-thread-foot">
      {writes && (
        <ReplyField
          closed={closed}
          mentionable={mentionable}
          value={text}
          onText={onText}
          onSubmit={submit}
        />
      )}
      {writes && text !== '' && <NameLine me={me} onName={(name) => commands.rename(name)} />}
      <div class="nga-actions">
        <ActionButtons actions={side} context={context} />
        <i />
        <ActionButtons actions={main} context={context} />
      </div>
    </div>
  );
}
