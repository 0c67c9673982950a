import { useEffect, useState } from 'preact/hooks';

import type { PopupRequest } from './messages.ts';

export interface OtherMachineProps {
  readonly ask: (request: PopupRequest) => Promise<void>;
  readonly defaultUrl: string;
  /** Whether it begins open. */
  readonly isOpen: boolean;
}

/** Connects by the string or the code that a terminal shows, for a server that this extension cannot find by itself. */
export function OtherMachine({ ask, defaultUrl, isOpen }: OtherMachineProps) {
  const [isShown, setShown] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setShown(true);
  }, [isOpen]);
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
    <details open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>Another machine</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Code or vf:// string from the terminal"
          value={text}
          onChange={setText}
          placeholder="K7QM-2XWP"
        />
        {!isString && <TextField label="Server" value={url} onChange={setUrl} />}
        <div class="row">
          <button type="submit" class="nga-btn nga-btn-primary" disabled={text.trim() === ''}>
            Connect
          </button>
        </div>
      </form>
    </details>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}

function TextField({ label, value, onChange, placeholder = '' }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
      />
    </label>
  );
}
