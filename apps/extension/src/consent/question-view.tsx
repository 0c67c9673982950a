/** One question to the person. Nothing in it is chosen in advance, and no key or click counts in the first moment. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { browserSite } from './permission-scope.ts';
import type { Answer, Question } from './question.ts';
import type { Permission } from './settings.ts';
import { shownLine, shownSite, visibleText } from './shown-names.ts';

export interface QuestionViewProps {
  readonly question: Question;
  /** Number of questions after this one. */
  readonly more: number;
  readonly onAnswer: (answer: Answer, permission: Permission) => void;
}

export function QuestionView({ question, more, onAnswer }: QuestionViewProps) {
  const { id, permission, site, inside, agent, code } = question;
  const { isArmed, canAnswer } = useArmed(id);
  const [includesActing, setIncludesActing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading and not a button: a key that is pressed by accident answers nothing.
  useLayoutEffect(() => {
    setIncludesActing(false);
    heading.current?.focus();
  }, [id]);
  const give = (answer: Answer): void => {
    if (!canAnswer()) return;
    const isMore = permission === 'read' && includesActing && (answer === 'tab' || answer === 'always');
    onAnswer(answer, isMore ? 'act' : permission);
  };
  return (
    <section class="question" role="alertdialog" aria-labelledby="asked" aria-describedby="about">
      <h1 id="asked" ref={heading} tabIndex={-1}>
        <bdi>{shownLine(agent, 40) || 'An agent'}</bdi> wants to {verbs[permission]}{' '}
        <strong class="host">{shownSite(site)}</strong>
        {inside !== undefined && (
          <>
            {' '}
            inside <strong class="host">{shownSite(inside)}</strong>
          </>
        )}
      </h1>
      <div id="about">
        <Facts question={question} />
        {code !== undefined && (
          <pre tabIndex={0} aria-label="The code">
            {visibleText(code)}
          </pre>
        )}
        <p class="muted">{meanings[permission]}</p>
      </div>
      {permission === 'read' && (
        <label class="check">
          <input
            type="checkbox"
            checked={includesActing}
            onChange={({ currentTarget }) => setIncludesActing(currentTarget.checked)}
          />
          Let it press and type there too (not for “once”)
        </label>
      )}
      <Choices question={question} isArmed={isArmed} onChoose={give} />
      {more > 0 && <p class="muted">{more === 1 ? '1 more question' : `${more} more questions`}</p>}
    </section>
  );
}

/** A person who is clicking or typing elsewhere when the question appears has not answered it. */
export const armMs = 500;

interface Armed {
  /** For the look of the answers. */
  readonly isArmed: boolean;
  /** Whether an answer counts at this moment. */
  readonly canAnswer: () => boolean;
}

/** Whether the question has been in view for long enough. Starts again for each question and each return to it. */
function useArmed(questionId: string): Armed {
  const [isArmed, setArmed] = useState(false);
  const shownAt = useRef(Infinity);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      clearTimeout(timer);
      setArmed(false);
      shownAt.current = document.visibilityState === 'visible' ? performance.now() : Infinity;
      if (shownAt.current !== Infinity) timer = setTimeout(() => setArmed(true), armMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    window.addEventListener('focus', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
      window.removeEventListener('focus', start);
    };
  }, [questionId]);
  return { isArmed, canAnswer: () => performance.now() - shownAt.current >= armMs };
}

function Facts({ question }: { question: Question }) {
  const { project, title, wants, site } = question;
  const address = shownSite(site).includes('…') ? site : '';
  return (
    <dl>
      <Fact name="Wants" value={wants} />
      <Fact name="Page" value={shownLine(title, 120)} />
      <Fact name="Project" value={shownLine(project, 60)} />
      <Fact name="Full address" value={address} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

interface ChoicesProps {
  readonly question: Question;
  readonly isArmed: boolean;
  readonly onChoose: (answer: Answer) => void;
}

function Choices({ question, isArmed, onChoose }: ChoicesProps) {
  const isOfBrowser = question.site === browserSite;
  const place = isOfBrowser ? '' : ' on this site';
  const choices: readonly { answer: Answer; label: string }[] = [
    { answer: 'once', label: 'Allow once' },
    ...(isOfBrowser ? [] : [{ answer: 'tab', label: 'While this tab is open' } as const]),
    { answer: 'always', label: `Always${place}` },
    { answer: 'never', label: `Never${place}` },
    { answer: 'later', label: 'Not now' },
  ];
  return (
    <div class="choices" role="group" aria-label="Your answer">
      {choices.map(({ answer, label }) => (
        <button
          key={answer}
          type="button"
          class={`nga-btn ${answer === 'later' ? 'nga-btn-quiet' : ''}`}
          aria-disabled={!isArmed}
          onClick={(event) => {
            // A click that a script made is no answer.
            if (event.isTrusted) onChoose(answer);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const verbs: Readonly<Record<Permission, string>> = {
  read: 'read',
  act: 'use',
  script: 'run its own code on',
  secrets: 'read stored secrets of',
  paste: 'see what is pasted on',
};

const meanings: Readonly<Record<Permission, string>> = {
  read: 'It sees what you see there, logged in as you are. Frames of other sites have permissions of their own.',
  act: 'It can press, type and open pages there as you, and read them.',
  script: 'Its code can read and do everything there that you can. Reading and clicking do not need it.',
  secrets: 'Cookies and stored data: with them a program can act as you.',
  paste: 'Text that was copied elsewhere and pasted there.',
};
