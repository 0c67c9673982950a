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
    // Asked of the field: somebody quick is ahead of the drawing.
    if (field.current?.value.trim() === '') return;
    if (answer) ask();
    else commands.closeComposer();
  };
  return (
    <div class="mdv-composing" role="dialog" aria-label={answer ? 'New question' : 'Comment'}>
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
        <Ways
          answer={answer}
          blank={blank}
          busy={state.busy.has(id)}
          onAsk={ask}
          onAdd={commands.closeComposer}
        />
      </div>
    </div>
  );
}

interface WaysProps {
  answer: boolean;
  blank: boolean;
  busy: boolean;
  onAsk: () => void;
  onAdd: () => void;
}

/** Into the batch, or asked now; what it was begun for is the one that stands out. */
function Ways({ answer, blank, busy, onAsk, onAdd }: WaysProps) {
  const ask = (
    <Button {...(answer && { look: 'primary' })} disabled={blank || busy} onClick={onAsk}>
      <SignIcon name="bolt" /> Answer now
    </Button>
  );
  const add = (
    <Button {...(!answer && { look: 'primary' })} disabled={blank} onClick={onAdd}>
      {answer ? 'Add to batch' : 'Add'}
    </Button>
  );
  return answer ? (
    <>
      {add}
      {ask}
    </>
  ) : (
    <>
      <Kbd>{submitKey}</Kbd>
      {ask}
      {add}
    </>
  );
}
