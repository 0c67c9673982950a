/** What is shown when there are no annotations or something is missing: what it is, and what to do. */
import type { ComponentChildren } from 'preact';

import { type Annotation, isClosed } from '@annotate-mcp/core';

import { Button, Kbd } from './button.tsx';
import { keyLabel } from './key-label.ts';
import { shortUrl, sourceOf, titleOf } from './target-words.ts';

export function FirstUse({ inspectKey, onInspect }: { inspectKey: string | null; onInspect: () => void }) {
  return (
    <div class="nga-first">
      <ol>
        <li>Point at something on the page.</li>
        <li>Say what should change.</li>
        <li>Your agent gets it, with the file and the line.</li>
      </ol>
      <Button variant="primary" icon="target" onClick={onInspect}>
        Inspect
      </Button>
      {inspectKey && (
        <p class="nga-muted nga-small">
          or press <Kbd>{keyLabel(inspectKey)}</Kbd>
        </p>
      )}
    </div>
  );
}

/** What every agent understands; `init` prints the prompt of the agent as well. */
const prompt = 'Work on my annotations, and keep watching for new ones.';

interface NoAgentProps {
  /** Starts one from the page, where that is possible. */
  start?: ComponentChildren;
  onCopy: (text: string) => void;
}

export function NoAgent({ start, onCopy }: NoAgentProps) {
  return (
    <div class="nga-box">
      <p>
        <b>No agent is listening.</b> Your comments wait for one.
      </p>
      {start}
      <p>Or send this to the agent that you have open in the project:</p>
      <div class="nga-command">
        <span>{prompt}</span>
        <Button icon="copy" onClick={() => onCopy(prompt)}>
          Copy
        </Button>
      </div>
      <p class="nga-muted nga-small">
        It does not know what you mean? <code>npx annotate-mcp init</code> connects it.
      </p>
    </div>
  );
}

export function Offline({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div class="nga-box nga-box--lost" role="status">
      <p>
        <b>{text}.</b> {hint}
      </p>
    </div>
  );
}

interface ElementGoneProps {
  annotation: Annotation;
  /** `undefined` where the person may not give it another target. */
  onRelink: (() => void) | undefined;
}

export function ElementGone({ annotation, onRelink }: ElementGoneProps) {
  const source = sourceOf(annotation);
  const isText = annotation.kind === 'text';
  return (
    <div class={`nga-box ${isClosed(annotation) ? '' : 'nga-box--lost'}`}>
      <p>
        <b>{isText ? 'The text is not there any more.' : 'The element is gone.'}</b> It was{' '}
        {titleOf(annotation)}
        {source && (
          <>
            {' in '}
            <span class="nga-mono">{source}</span>
          </>
        )}
        {annotation.kind !== 'markdown' && ` on ${shortUrl(annotation.pageUrl)}`}.
      </p>
      {onRelink && (
        <Button icon="target" onClick={onRelink}>
          {isText ? 'Select it again' : 'Point at it again'}
        </Button>
      )}
    </div>
  );
}
