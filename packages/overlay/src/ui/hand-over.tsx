/** Which agent takes over, and what the ones before have tried. */
import { useRef } from 'preact/hooks';

import {
  type Addressee,
  type Annotation,
  cleanName,
  isSameAddressee,
  lastAgentOf,
  summarizeAttempt,
} from '@annotate-mcp/core';

import { Button } from './button.tsx';
import { useFocus } from './focus.ts';

export interface HandOverProps {
  annotation: Annotation;
  /** All that are known; the one that has it now is left out. */
  addressees: readonly Addressee[];
  /** The names of those that are connected. */
  connected: readonly string[];
  /** Has the person asked which agent to start; absent where none can be started. */
  onStart: (() => void) | undefined;
  /** `null`: whichever other agent takes it. */
  onHandOver: (to: string | null) => void;
  onClose: () => void;
}

/** A choice of agents. It gets the focus, so that a screen reader says what it is. */
export function HandOver({ annotation, onHandOver, onStart, onClose, ...rest }: HandOverProps) {
  const group = useRef<HTMLDivElement>(null);
  useFocus(group);
  const agents = othersIn({ annotation, ...rest });
  const give = (to: string | null) => {
    onHandOver(to);
    onClose();
  };
  const start = () => {
    give(null);
    onStart?.();
  };
  return (
    <div
      class="nga-hand-over nga-box"
      data-nga="hand-over"
      role="group"
      aria-label="Hand over"
      tabIndex={-1}
      ref={group}
    >
      <p class="nga-small">
        {agents.length === 0 && onStart === undefined
          ? 'No other agent is connected. Connect one (npx annotate-mcp init) or run npx annotate-mcp work, and hand over then.'
          : `Hand over to an agent that gets what ${nameOf(annotation)} tried: its diff, its words and what the page showed.`}
      </p>
      <div class="nga-actions">
        {agents.map((name) => (
          <Button key={name} data-nga="hand-over-to" onClick={() => give(name)}>
            {cleanName(name) ?? 'An agent without a name'}
          </Button>
        ))}
        {onStart !== undefined && (
          <Button data-nga="hand-over-start" onClick={start}>
            Start another agent…
          </Button>
        )}
        <i />
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function othersIn({
  annotation,
  addressees,
  connected,
}: Pick<HandOverProps, 'annotation' | 'addressees' | 'connected'>): string[] {
  const last = lastAgentOf(annotation);
  const isLast = (name: string) =>
    last !== null && isSameAddressee({ type: 'agent', name }, { type: 'agent', name: last });
  return addressees
    .filter(({ type, name }) => type === 'agent' && connected.includes(name) && !isLast(name))
    .map(({ name }) => name);
}

function nameOf(annotation: Annotation): string {
  return cleanName(lastAgentOf(annotation) ?? '') ?? 'the agent before';
}

/** One line for each attempt, the newest last. */
export function TriedBefore({ annotation: { tried = [] } }: { annotation: Annotation }) {
  if (tried.length === 0) return null;
  return (
    <ul class="nga-tried nga-small nga-muted" data-nga="tried" aria-label="Tried before">
      {tried.map((attempt) => (
        <li key={attempt.at}>{summarizeAttempt(attempt)}</li>
      ))}
    </ul>
  );
}
