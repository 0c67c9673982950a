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
      {offer === null ? <ConnectionState socket={socket} /> : <Question offer={offer} ask={ask} />}
      {socket.name !== 'unconfigured' && (
        <Button look="quiet" onClick={() => void ask({ type: 'popup:disconnect' })}>
          Forget {socket.url}
        </Button>
      )}
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
      <p>Coding agents on this machine can then open, read and use pages in this browser.</p>
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
          look="quiet"
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

function ConnectionState({ socket }: { socket: SocketState }) {
  switch (socket.name) {
    case 'unconfigured':
      return <FirstStart />;
    case 'refused':
      return (
        <p class="problem" role="status">
          {socket.message} {socket.hint}
        </p>
      );
    case 'away':
      return (
        <p role="status">
          <span class="dot away" /> {socket.url} does not answer. Start <code>npx annotate-mcp serve</code> or
          your agent; the browser connects by itself.
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

function FirstStart() {
  const command = 'npx annotate-mcp serve';
  return (
    <section class="card" aria-labelledby="first-start">
      <h2 id="first-start">No server is running yet</h2>
      <p>Run this in your project:</p>
      <div class="command">
        <code>{command}</code>
        <Button look="quiet" onClick={() => void navigator.clipboard.writeText(command)}>
          Copy
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
