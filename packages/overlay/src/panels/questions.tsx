/** What started agents ask, and how one is started from the page. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Question } from '@annotate-mcp/core';

import { notify } from '../commands/notify.ts';
import { describeAgents } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';
import { Button } from '../ui/button.tsx';
import { describeQuestion } from '../ui/work-words.ts';

import { offerWork } from './hub-requests.ts';
import type { PanelProps } from './panel-props.ts';

/** At the top of the list: each question with an annotation leads to its thread, the others are answered here. */
export function QuestionRows({ state, dispatch }: Pick<PanelProps, 'state' | 'dispatch'>) {
  const asked = state.work.questions.filter(
    ({ kind, annotationId }) => kind !== 'start' || annotationId !== undefined,
  );
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

/**
 * Above the foot of the thread, outside of what scrolls: all of a frame must be visible before it can be answered.
 * `startsAgent` says that the question which agent to start is answered here, too.
 */
export function ThreadQuestions(props: { state: OverlayState; id: string; startsAgent: boolean }) {
  const { state, id, startsAgent } = props;
  const asked = state.work.questions.filter(
    ({ annotationId, kind }) => annotationId === id || (startsAgent && kind === 'start'),
  );
  if (asked.length === 0) return null;
  return (
    <div class="nga-asked">
      {asked.map((question) => (
        <QuestionFrame key={question.id} question={question} />
      ))}
    </div>
  );
}

/** The question which agent to start, or the button that has it asked. */
export function StartAgent(props: Pick<PanelProps, 'state' | 'hub'>) {
  const question = findStartQuestion(props.state);
  if (question !== undefined) return <QuestionFrame key={question.id} question={question} />;
  return <StartButton {...props} />;
}

/** Nothing where no program could ask the person, and while it asks. */
export function StartButton({ state, hub }: Pick<PanelProps, 'state' | 'hub'>) {
  const [step, setStep] = useState<'ready' | 'offered' | 'failed'>('ready');
  const isAsked = findStartQuestion(state) !== undefined;
  useEffect(() => {
    if (isAsked) setStep('ready');
  }, [isAsked]);
  if (!state.work.canStart || isAsked) return null;
  const offer = () => {
    setStep('offered');
    offerWork(hub).catch(() => setStep('failed'));
  };
  return (
    <>
      <Button variant="primary" data-nga="start-agent" onClick={offer}>
        Start an agent
      </Button>
      <p class="nga-small nga-muted" role="status">
        {step === 'offered' && 'You are asked here which one in a moment.'}
        {step === 'failed' && 'That did not work. Run npx annotate-mcp work in a terminal.'}
      </p>
    </>
  );
}

/** In the notice that a comment was sent while no agent listens: the person is asked where they then see the work. */
export function StartFromNotice({ state, dispatch, hub }: PanelProps) {
  const { sent } = state.notice ?? {};
  if (sent === undefined || !state.work.canStart || describeAgents(state).tone !== 'no-agent') return null;
  const start = () => {
    dispatch({ type: 'notice', notice: null });
    if (sent !== 'batch') dispatch({ type: 'thread:open', id: sent.id });
    else if (state.panel === null) dispatch({ type: 'panel:toggle' });
    offerWork(hub).catch(() =>
      notify(
        dispatch,
        'No agent could be started from here. Run npx annotate-mcp work in a terminal.',
        'problem',
      ),
    );
  };
  return (
    <Button data-nga="start-from-notice" onClick={start}>
      Start an agent
    </Button>
  );
}

function findStartQuestion({ work }: OverlayState) {
  return work.questions.find(({ kind, annotationId }) => kind === 'start' && annotationId === undefined);
}

/** Read out to screen readers wherever the person is on the page. */
export function AskedAloud({ state }: { state: OverlayState }) {
  return (
    <div class="nga-unseen" role="status">
      {state.work.questions.map(describeQuestion).join('. ')}
    </div>
  );
}

/** How long the page of a question may take to say that it is there. */
const readyMs = 4_000;
const heights = { least: 88, most: 380 };

/**
 * The page on which the person answers. It has an origin of its own, so that scripts of this page can neither read it
 * nor click in it. The frame shows the question and takes a refusal; every other answer is given in a window, because
 * scripts of this page can hide a frame in ways that no browser tells it. So it is where the app's policy forbids the
 * frame.
 */
function QuestionFrame({ question }: { question: Question }) {
  const { url } = question;
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(heights.least);
  const [shownIn, setShownIn] = useState<'loading' | 'frame' | 'window'>('loading');
  // Before the frame can say anything: a page in the background is painted late.
  useLayoutEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== new URL(url).origin) return;
      const message = readMessage(data);
      if (message === null) return;
      setShownIn(message.state === 'needs-window' ? 'window' : 'frame');
      // The press in the frame lets this page open a window; where it does not, the link is there.
      if (message.pressed) open(url, '_blank', 'noopener,noreferrer,popup,width=560,height=680');
      setHeight(Math.min(heights.most, Math.max(heights.least, message.height)));
    };
    addEventListener('message', receive);
    const timer = setTimeout(() => setShownIn((now) => (now === 'loading' ? 'window' : now)), readyMs);
    return () => {
      removeEventListener('message', receive);
      clearTimeout(timer);
    };
  }, [url]);
  const words = describeQuestion(question);
  return (
    <div class="nga-question" role="group" aria-label={words} data-nga="question" data-shown-in={shownIn}>
      {shownIn === 'window' ? (
        <>
          <p>{words}</p>
          <a class="nga-btn nga-btn-primary" href={url} target="_blank" rel="noopener noreferrer">
            Answer in a window
          </a>
        </>
      ) : (
        <iframe
          ref={frame}
          src={url}
          title={words}
          sandbox="allow-scripts allow-same-origin"
          style={{ height: `${height}px` }}
        />
      )}
    </div>
  );
}

interface ConsentMessage {
  readonly state: 'ready' | 'answered' | 'needs-window';
  readonly height: number;
  /** The person has pressed an answer, which only a window takes. */
  readonly pressed: boolean;
}

function readMessage(data: unknown): ConsentMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'annotate:consent')
    return null;
  const state = 'state' in data ? data.state : null;
  const height = 'height' in data && typeof data.height === 'number' ? data.height : heights.least;
  const pressed = state === 'needs-window' && 'pressed' in data && data.pressed === true;
  return state === 'ready' || state === 'answered' || state === 'needs-window'
    ? { state, height, pressed }
    : null;
}
