import { useRef } from 'preact/hooks';

import { Button, Field, Kbd, submitKey, useFocus } from '@annotate-mcp/overlay/ui';

import type { CardProps } from './card.tsx';
import { SignIcon } from './sign.tsx';

/** A comment while it is written. It is in the batch from the first letter on. */
export function Composing({ item, state, commands, quoted }: CardProps) {
  const { id, writing } = item;
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field);
  const text = writing?.text ?? '';
  const blank = text.trim() === '';
  const ask = () => void commands.answerNow(id);
  const answer = writing?.answer ?? false;
  const done = () => {
    if (blank) return;
    if (answer) ask();
    else commands.closeComposer();
  };
  return (
    <div class="mdv-composing">
      {quoted && (
        <blockquote class="nga-quote nga-small" dir="auto">
          {item.anchor.quote}
        </blockquote>
      )}
      <Field
        fieldRef={field}
        data-nga="composer-text"
        label={answer ? 'What do you want to know?' : 'What should change?'}
        placeholder={answer ? 'What do you want to know?' : 'What should change?'}
        rows={3}
        value={text}
        onText={(typed) => commands.write(id, typed)}
        onSubmit={done}
      />
      <div class="nga-actions">
        <Button look="quiet" onClick={() => void commands.cancelWriting(id)}>
          {writing?.before === null && !blank ? 'Discard' : 'Cancel'}
        </Button>
        <i />
        {answer ? (
          <>
            <Button disabled={blank} onClick={commands.closeComposer}>
              Add to batch
            </Button>
            <Button look="primary" disabled={blank || state.busy.has(id)} onClick={ask}>
              <SignIcon name="bolt" /> Answer now
            </Button>
          </>
        ) : (
          <>
            <Kbd>{submitKey}</Kbd>
            <Button disabled={blank || state.busy.has(id)} onClick={ask}>
              <SignIcon name="bolt" /> Answer now
            </Button>
            <Button look="primary" data-nga="add" disabled={blank} onClick={done}>
              Add
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
