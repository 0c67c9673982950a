import { useState } from 'preact/hooks';

import { Button } from '@annotate-mcp/overlay/ui';

import type { PopupRequest, PopupView } from './messages.ts';

export interface ConnectProps {
  readonly view: PopupView;
  readonly ask: (request: PopupRequest) => Promise<void>;
  readonly defaultUrl: string;
}

/** Not connected: why, and the two ways to change that. */
export function Connect({ view, ask, defaultUrl }: ConnectProps) {
  const [text, setText] = useState('');
  const [url, setUrl] = useState(defaultUrl);
  const isString = text.trim().startsWith('vf:');
  const submit = (): void => {
    const request: PopupRequest = isString
      ? { type: 'popup:connect', connection: text }
      : { type: 'popup:redeem', url, code: text };
    void ask(request);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <State view={view} />
      <label>
        Code or vf:// string from the terminal
        <input
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          placeholder="K7QM-2XWP"
          autocomplete="off"
          spellcheck={false}
          // The popup opens because somebody wants to type this.
          autofocus
        />
      </label>
      {!isString && (
        <label>
          Server
          <input
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
            spellcheck={false}
          />
        </label>
      )}
      <div class="row">
        <button type="submit" class="nga-btn nga-btn-primary" disabled={text.trim() === ''}>
          Connect
        </button>
        {view.state.name !== 'unconfigured' && (
          <Button look="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
            Forget this server
          </Button>
        )}
      </div>
    </form>
  );
}

function State({ view: { state } }: { view: PopupView }) {
  switch (state.name) {
    case 'unconfigured':
      return (
        <p>
          Start <code>npx annotate-mcp serve</code> in your project. Its terminal shows what to put in here.
        </p>
      );
    case 'refused':
      return (
        <p class="problem" role="status">
          {state.message} {state.hint}
        </p>
      );
    case 'away':
      return (
        <p role="status">
          <span class="dot away" /> {state.url} does not answer. It is tried again by itself; is{' '}
          <code>annotate-mcp serve</code> running?
        </p>
      );
    default:
      return (
        <p role="status">
          <span class="dot away" /> Connecting…
        </p>
      );
  }
}
