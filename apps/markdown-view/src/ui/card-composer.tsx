import { isWholeDocument } from '@annotate-mcp/core';
import { Button, ComposerField, Kbd, Quote, submitKey } from '@annotate-mcp/overlay/ui';

import { wholeDocumentWords } from '../state/select.ts';

import type { CardProps } from './card-props.ts';
import { ViewIcon } from './view-icon.tsx';

/** A comment while it is being written. It is in the batch as soon as it has a letter. */
export function CardComposer({ item, state, commands, quoted }: CardProps) {
  const { id, writing } = item;
  const text = writing?.text ?? '';
  const isBlank = text.trim() === '';
  const isQuestion = writing?.answer ?? false;
  const ask = () => void commands.answerNow(id);
  const submit = (typed: string) => {
    if (typed.trim() === '') return;
    if (isQuestion) ask();
    else commands.closeComposer();
  };
  return (
    <div class="mdv-composing" role="dialog" aria-label={isQuestion ? 'New question' : 'Comment'}>
      {quoted && <Quote text={item.anchor.quote} small />}
      {isWholeDocument(item.anchor) && <p class="nga-small nga-muted">{wholeDocumentWords}</p>}
      <ComposerField
        {...(isQuestion && { label: 'What do you want to know?' })}
        value={text}
        onText={(typed) => commands.write(id, typed)}
        onSubmit={submit}
      />
      <div class="nga-actions">
        <Button look="quiet" onClick={() => void commands.cancelWriting(id)}>
          {writing?.before === null && !isBlank ? 'Discard' : 'Cancel'}
        </Button>
        <i />
        <SendButtons
          isQuestion={isQuestion}
          isBlank={isBlank}
          isBusy={state.busy.has(id)}
          onAsk={ask}
          onAdd={commands.closeComposer}
        />
      </div>
    </div>
  );
}

interface SendButtonsProps {
  isQuestion: boolean;
  isBlank: boolean;
  isBusy: boolean;
  onAsk: () => void;
  onAdd: () => void;
}

/** Adds the comment to the batch or asks it now. The primary button is the one that the composer was opened for. */
function SendButtons({ isQuestion, isBlank, isBusy, onAsk, onAdd }: SendButtonsProps) {
  const ask = (
    <Button
      look={isQuestion ? 'primary' : undefined}
      icon={<ViewIcon name="bolt" />}
      disabled={isBlank || isBusy}
      onClick={onAsk}
    >
      Answer now
    </Button>
  );
  const add = (
    <Button look={isQuestion ? undefined : 'primary'} disabled={isBlank} onClick={onAdd}>
      {isQuestion ? 'Add to batch' : 'Add'}
    </Button>
  );
  return isQuestion ? (
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
