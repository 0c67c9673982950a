/** The sites that are never driven: never asked about, and refused. */
import { useState } from 'preact/hooks';

import type { ConsentView } from './messages.ts';
import { neverDriven } from './never-driven.ts';
import type { AskConsent } from './use-consent.ts';

interface NeverListProps {
  readonly view: ConsentView;
  readonly ask: AskConsent;
}

export function NeverList({ view, ask }: NeverListProps) {
  const [text, setText] = useState('');
  const own = view.never.filter((pattern) => !neverDriven.includes(pattern));
  const builtIn = view.never.filter((pattern) => neverDriven.includes(pattern));
  const removed = view.consent.neverRemoved;
  const remove = (pattern: string): void => void ask({ type: 'consent:never-remove', pattern });
  const add = (pattern: string): void => void ask({ type: 'consent:never-add', pattern });
  return (
    <section aria-labelledby="never">
      <h2 id="never">Sites that are never driven</h2>
      <p class="muted">
        Agents neither see nor use them, and you are not asked. <code>example.com</code> stands for that host
        and everything below it, <code>example.com/account</code> for one folder of it.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add(text);
          setText('');
        }}
      >
        <input
          aria-label="Site that is never driven"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          placeholder="example.com"
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="nga-btn" disabled={text.trim() === ''}>
          Add
        </button>
      </form>
      {view.problem !== null && (
        <p class="problem" role="alert">
          {view.problem}
        </p>
      )}
      <Patterns patterns={own} action="Remove" onAction={remove} />
      <details>
        <summary>
          {builtIn.length} that come with the extension: banks, payment, mail, passwords, logins
        </summary>
        <Patterns patterns={builtIn} action="Remove" onAction={remove} />
      </details>
      {removed.length > 0 && (
        <details>
          <summary>{removed.length} that you took off the list</summary>
          <Patterns patterns={removed} action="Put back" onAction={add} />
        </details>
      )}
    </section>
  );
}

interface PatternsProps {
  readonly patterns: readonly string[];
  readonly action: string;
  readonly onAction: (pattern: string) => void;
}

function Patterns({ patterns, action, onAction }: PatternsProps) {
  if (patterns.length === 0) return null;
  return (
    <ul class="patterns">
      {patterns.map((pattern) => (
        <li key={pattern}>
          <code>{pattern}</code>
          <button
            type="button"
            class="nga-btn nga-btn-quiet"
            aria-label={`${action}: ${pattern}`}
            onClick={() => onAction(pattern)}
          >
            {action}
          </button>
        </li>
      ))}
    </ul>
  );
}
