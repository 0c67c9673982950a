/** All open page sockets: accepts WebSocket handshakes, ends sockets that stopped answering, closes all of them. */
import { WebSocketServer } from 'ws';

import { HttpError, type UpgradeHandler } from '@annotate-mcp/http';

import type { Timing } from './options.ts';
import { PageSocket, type PageSocketDeps } from './page-socket.ts';

/** No annotation is this large. `ws` closes the socket of a larger message with 1009. */
const maxMessageBytes = 1024 * 1024;

export class PageSockets {
  readonly #timing: Timing;
  readonly #sockets = new Set<PageSocket>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(deps: PageSocketDeps, timing: Timing) {
    this.#timing = timing;
    this.upgrade = createUpgradeHandler(deps, this.#sockets, () => this.#isClosed);
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) socket.checkAlive(timing.idleTimeoutMs);
      deps.sessions.saveDue();
    }, timing.checkIntervalMs).unref();
  }

  readonly upgrade: UpgradeHandler;

  async close(code: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const closing = [...this.#sockets].map((socket) =>
      socket.close(code, 'The dev server is closing.', this.#timing.closeTimeoutMs),
    );
    await Promise.all(closing);
  }
}

function createUpgradeHandler(
  deps: PageSocketDeps,
  sockets: Set<PageSocket>,
  isClosed: () => boolean,
): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => chooseProtocol(offered),
  });
  return (request, socket, head, { local, caller }) => {
    if (isClosed()) throw hubClosingError();
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const pageSocket = new PageSocket(webSocket, { local, caller }, deps);
      sockets.add(pageSocket);
      webSocket.once('close', () => sockets.delete(pageSocket));
    });
  };
}

/** Never chooses the protocol that carries the token: the answer would repeat the token in plain text. */
function chooseProtocol(offered: ReadonlySet<string>): string | false {
  return [...offered].find((protocol) => !protocol.startsWith('annotate-key.')) ?? false;
}

function hubClosingError(): HttpError {
  return new HttpError(503, 'hub/closing', 'The dev server is closing.', {
    hint: 'Start it again, then reload the page.',
  });
}
