import { useState } from 'preact/hooks';

import { Button } from '@annotate-mcp/overlay/ui';

import type { SocketState } from '../socket/bridge-socket.ts';
import type { Offer } from '../socket/pairing.ts';

import type { PopupRequest } from './messages.ts';
import { OtherMachine } from './other-machine.tsx';

export interface ConnectProps {
  readonly socket: SocketState;
  readonly offer: Offer | null;
  readonly ask: (request: PopupRequest) => Promise<void>;
  readonly defaultUrl: string;
}

/** Shown while not connected: asks about a server that was found, or says what to do. */
export function Connect({ socket, offer, ask, defaultUrl }: ConnectProps) {
  return (
    <>
      {offer === null ? <ConnectionState socket={socket} ask={ask} /> : <Question offer={offer} ask={ask} />}
      <OtherMachine ask={ask} defaultUrl={defaultUrl} isOpen={isFromStore() || socket.name === 'refused'} />
    </>
  );
}

function Question({ offer, ask }: { offer: Offer } & Pick<ConnectProps, 'ask'>) {
  return (
    <section class="card" aria-labelledby="question">
      <h2 id="question">
        Connect to <strong>{offer.projectName}</strong>?
      </h2>
      <p>Coding agents on this machine can then use this browser. You are asked before they use a site.</p>
      <p class="muted">
        <code>{offer.url}</code>
      </p>
      <div class="row">
        <button
          type="button"
          class="nga-btn nga-btn-primary"
          // The person opens the popup to answer this.
          autofocus
          onClick={() => void ask({ type: 'popup:pair' })}
        >
          Connect
        </button>
        <Button
          variant="quiet"
          onClick={() => {
            void ask({ type: 'popup:not-now' }).then(() => window.close());
          }}
        >
          Not now
        </Button>
      </div>
    </section>
  );
}

function ConnectionState({ socket, ask }: Pick<ConnectProps, 'socket' | 'ask'>) {
  if (socket.name === 'unconfigured') return <FirstStart />;
  return (
    <section class="card">
      <div role="status">
        <Attempt socket={socket} />
      </div>
      <div class="row">
        <Button onClick={() => void ask({ type: 'popup:disconnect' })}>Forget this server</Button>
      </div>
    </section>
  );
}

function Attempt({ socket }: { socket: SocketState }) {
  switch (socket.name) {
    case 'refused':
      return (
        <p class="problem">
          {socket.message} {socket.hint}
        </p>
      );
    case 'away':
      return (
        <p>
          <span class="dot away" /> <code>{socket.url}</code> does not answer. Start your agent, or{' '}
          <code>npx annotate-mcp serve</code>: this browser connects by itself.
        </p>
      );
    default:
      return (
        <p>
          <span class="dot away" /> Connecting…
        </p>
      );
  }
}

const serveCommand = 'npx annotate-mcp serve';

function FirstStart() {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(serveCommand);
    setCopied(true);
  };
  return (
    <section class="card" aria-labelledby="first-start">
      <h2 id="first-start">No server is running yet</h2>
      <p>Start your coding agent, or run this in your project:</p>
      <div class="command">
        <code>{serveCommand}</code>
        <Button variant="quiet" onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
      <p class="muted">This extension finds it and asks you to connect.</p>
    </section>
  );
}

/** Only an extension in the folder of "annotate-mcp extension" is told of servers on this machine. */
function isFromStore(): boolean {
  return chrome.runtime.getManifest().update_url !== undefined;
}
