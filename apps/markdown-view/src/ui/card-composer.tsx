import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { isWholeDocument } from '@annotate-mcp/core';
import { Button, ComposerField, Kbd, Quote, submitKey, usePictureFiles } from '@annotate-mcp/overlay/ui';

import { selectMentionable } from '../state/addressees.ts';
import { wholeDocumentWords } from '../state/select.ts';
import { sourceOf, writtenContent } from '../state/written.ts';

import { AttachButton, ComposedPictures, useCardPictures } from './card-pictures.tsx';
import { SourceField } from './suggestion.tsx';
import { ViewIcon } from './view-icon.tsx';
import type { CardProps } from './view-props.ts';

/** A comment while it is being written. It is in the batch as soon as it has a letter. */
export function CardComposer({ item, state, commands, quoted }: CardProps) {
  const { id, writing } = item;
  const text = writing?.text ?? '';
  const isBlank = writing === null || writtenContent(writing) === null;
  const replacement = writing?.replacement;
  const isQuestion = writing?.answer ?? false;
  const ask = () => void commands.answerNow(id);
  const submit = (typed: string) => {
    if ((isBlank && typed.trim() === '') || pictures.isBusy) return;
    if (isQuestion) ask();
    else commands.closeComposer();
  };
  const ref = useScrolledIntoView(replacement !== undefined);
  const pictures = useCardPictures(id, writing?.pictures ?? [], commands);
  const pictureFiles = usePictureFiles(pictures.attach);
  return (
    <div
      ref={ref}
      class="mdv-composing"
      role="dialog"
      aria-label={isQuestion ? 'New question' : 'Comment'}
      {...pictureFiles}
    >
      {quoted && <Quote text={item.anchor.quote} small />}
      {isWholeDocument(item.anchor) && <p class="nga-small nga-muted">{wholeDocumentWords}</p>}
      {replacement !== undefined && (
        <SourceField
          quote={item.anchor.quote}
          value={replacement}
          onText={(typed) => commands.writeReplacement(id, typed)}
          onSubmit={() => submit('')}
        />
      )}
      <ComposerField
        {...(replacement !== undefined && { label: 'Why? (optional)', takesFocus: false })}
        {...(isQuestion && { label: 'What do you want to know?' })}
        mentionable={selectMentionable(state)}
        value={text}
        onText={(typed) => commands.write(id, typed)}
        onSubmit={submit}
      />
      <ComposedPictures state={pictures} />
      <div class="nga-actions mdv-quiet">
        {!isWholeDocument(item.anchor) && (
          <Button
            variant="quiet"
            icon={<ViewIcon name="suggest" />}
            pressed={replacement !== undefined}
            title="Write the new text yourself: it is applied with one click"
            onClick={() =>
              commands.writeReplacement(id, replacement === undefined ? sourceOf(item.anchor.quote) : null)
            }
          >
            Suggest new text
          </Button>
        )}
        <AttachButton state={pictures} />
      </div>
      {state.asksVerdict && (
        <p class="nga-small nga-muted">The agent waits for your verdict: this goes along with it.</p>
      )}
      <div class="nga-actions">
        <Button variant="quiet" onClick={() => void commands.cancelWriting(id)}>
          {writing?.before === null && !isBlank ? 'Discard' : 'Cancel'}
        </Button>
        <i />
        <SendButtons
          isQuestion={isQuestion}
          isBlank={isBlank || pictures.isBusy}
          isBusy={state.busy.has(id)}
          onAsk={state.asksVerdict ? null : ask}
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
  /** `null` where nothing can be asked before the verdict. */
  onAsk: (() => void) | null;
  onAdd: () => void;
}

/** Adds the comment to the batch or asks it now. The primary button is the one that the composer was opened for. */
function SendButtons({ isQuestion, isBlank, isBusy, onAsk, onAdd }: SendButtonsProps) {
  const ask = onAsk && (
    <Button
      variant={isQuestion ? 'primary' : undefined}
      icon={<ViewIcon name="bolt" />}
      disabled={isBlank}
      busy={isBusy}
      onClick={onAsk}
    >
      Answer now
    </Button>
  );
  const add = (
    <Button variant={isQuestion ? undefined : 'primary'} disabled={isBlank} onClick={onAdd}>
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

/** Scrolls all of the composer into view when it opens, and when it grows by the field of a suggestion. */
function useScrolledIntoView(isSuggestion: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The card is at its place in the next frame.
    const frame = requestAnimationFrame(() => ref.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [isSuggestion]);
  return ref;
}
