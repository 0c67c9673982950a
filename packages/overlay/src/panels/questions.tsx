/** What started agents ask, and how one is started from the page. */
import { useState } from 'preact/hooks';

import type { OverlayState } from '../state/state.ts';
import { Button } from '../ui/button.tsx';
import { QuestionFrame } from '../ui/question-frame.tsx';
import { describeQuestion } from '../ui/work-words.ts';

import type { PanelProps } from './panel-props.ts';

/** At the top of the list: each question with an annotation leads to its thread, the others are answered here. */
export function QuestionRows({ state, dispatch }: Pick<PanelProps, 'state' | 'dispatch'>) {
  const asked = state.work.questions.filter(({ kind }) => kind !== 'start');
  return (
    <>
      {asked.map((question) => {
        const { id, annotationId = '' } = question;
        return state.annotations.has(annotationId) ? (
          <button
            key={id}
            type="button"
            class="nga-ask-row"
            data-nga="asks"
            onClick={() => dispatch({ type: 'thread:open', id: annotationId })}
          >
            {describeQuestion(question)}
          </button>
        ) : (
          <QuestionFrame key={id} question={question} />
        );
      })}
    </>
  );
}

/** Above the foot of the thread, outside of what scrolls: all of a frame must be visible before it can be answered. */
export function ThreadQuestions({ state, id }: { state: OverlayState; id: string }) {
  const asked = state.work.questions.filter(({ annotationId }) => annotationId === id);
  if (asked.length === 0) return null;
  return (
    <div class="nga-asked">
      {asked.map((question) => (
        <QuestionFrame key={question.id} question={question} />
      ))}
    </div>
  );
}

/** The button "Start an agent", and then the question which one. Nothing where no program could ask it. */
export function StartAgent({ state, hub }: Pick<PanelProps, 'state' | 'hub'>) {
  const [step, setStep] = useState<'ready' | 'offered' | 'failed'>('ready');
  const question = state.work.questions.find(({ kind }) => kind === 'start');
  if (question !== undefined) return <QuestionFrame key={question.id} question={question} />;
  if (!state.work.canStart) return null;
  const offer = () => {
    setStep('offered');
    offerWork(hub).catch(() => setStep('failed'));
  };
  return (
    <>
      <Button look="primary" data-nga="start-agent" onClick={offer}>
        Start an agent
      </Button>
      <p class="nga-small nga-muted" role="status">
        {step === 'offered' && 'You are asked here which one in a moment.'}
        {step === 'failed' && 'That did not work. Run npx annotate-mcp work in a terminal.'}
      </p>
    </>
  );
}

/** Read out to screen readers wherever the person is on the page. */
export function AskedAloud({ state }: { state: OverlayState }) {
  return (
    <div class="nga-unseen" role="status">
      {state.work.questions.map(describeQuestion).join('. ')}
    </div>
  );
}

async function offerWork(hub: string): Promise<void> {
  const { ok, status } = await fetch(`${hub}/api/work/offer`, { method: 'POST' });
  if (!ok) throw new Error(`The offer was answered with ${status}.`);
}
