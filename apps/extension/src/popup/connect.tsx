import { useState } from 'preact/hooks';

import { Button } from '@annotate-mcp/overlay/ui';

import type { SocketState } from '../socket/bridge-socket.ts';

import type { PopupRequest } from './messages.ts';

export interface ConnectProps {
  readonly socket: SocketState;
  readonly ask: (request: PopupRequest) => Promise<void>;
  readonly defaultUrl: string;
}

/** Shown while not connected: why, and a form to connect. */
export function Connect({ socket, ask, defaultUrl }: ConnectProps) {
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
      <ConnectionState socket={socket} />
      <TextField
        label="Code or vf:// string from the terminal"
        value={text}
        onChange={setText}
        placeholder="K7QM-2XWP"
        // The person opens the popup to type this.
        autofocus
      />
      {!isString && <TextField label="Server" value={url} onChange={setUrl} />}
      <div class="row">
        <button type="submit" class="nga-btn nga-btn-primary" disabled={text.trim() === ''}>
          Connect
        </button>
        {socket.name !== 'unconfigured' && (
          <Button look="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
            Forget this server
          </Button>
        )}
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly autofocus?: boolean;
}

function TextField({ label, value, onChange, placeholder = '', autofocus = false }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        autofocus={autofocus}
      />
    </label>
  );
}

function ConnectionState({ socket }: { socket: SocketState }) {
  switch (socket.name) {
    case 'unconfigured':
      return (
        <p>
          Start <code>npx annotate-mcp serve</code> in your project. Its terminal shows the code to enter
          here.
        </p>
      );
    case 'refused':
      return (
        <p class="problem" role="status">
          {socket.message} {socket.hint}
        </p>
      );
    case 'away':
      return (
        <p role="status">
          <span class="dot away" /> {socket.url} does not answer. The extension keeps trying; is{' '}
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
