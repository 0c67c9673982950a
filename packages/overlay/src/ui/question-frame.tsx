import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Question } from '@annotate-mcp/core';

import { describeQuestion } from './work-words.ts';

/** How long the page of a question may take to say that it is there. */
const readyMs = 4_000;
const heights = { least: 88, most: 380 };

/**
 * The page on which the person answers. It has an origin of its own, so that scripts of this page can neither read it
 * nor click in it. The frame shows the question and takes a refusal; every other answer is given in a window, because
 * scripts of this page can hide a frame in ways that no browser tells it. So it is where the app's policy forbids the
 * frame.
 */
export function QuestionFrame({ question }: { question: Question }) {
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
