/** Every open socket: takes the handshakes, notices the silent ones, closes them all. */
import { WebSocketServer } from 'ws';

import { HttpError, type UpgradeHandler } from '@annotate-mcp/http';

import type { Timing } from './options.ts';
import { type House, PageSocket } from './page-socket.ts';

/** More than any annotation has; what is larger is closed with 1009. */
const largestMessage = 1024 * 1024;

export class Tabs {
  readonly #timing: Timing;
  readonly #tabs = new Set<PageSocket>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(house: House, timing: Timing) {
    this.#timing = timing;
    this.upgrade = upgradeTo(house, this.#tabs, () => this.#isClosed);
    this.#timer = setInterval(() => {
      for (const tab of this.#tabs) tab.lookAlive(timing.silenceMs);
      house.sessions.saveDue();
    }, timing.lookMs).unref();
  }

  readonly upgrade: UpgradeHandler;

  async close(code: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const goodbyes = [...this.#tabs].map((tab) =>
      tab.close(code, 'The dev server is closing.', this.#timing.goodbyeMs),
    );
    await Promise.all(goodbyes);
  }
}

function upgradeTo(house: House, tabs: Set<PageSocket>, isClosed: () => boolean): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    handleProtocols: (offered) => speakable(offered),
  });
  return (request, socket, head, { local }) => {
    if (isClosed()) throw closing();
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const tab = new PageSocket(webSocket, local, house);
      tabs.add(tab);
      webSocket.once('close', () => tabs.delete(tab));
    });
  };
}

/** Anything but the one that carries the token, which would be sent back in clear. */
function speakable(offered: ReadonlySet<string>): string | false {
  return [...offered].find((protocol) => !protocol.startsWith('annotate-key.')) ?? false;
}

function closing(): HttpError {
  return new HttpError(503, 'hub/closing', 'The dev server is closing.', {
    hint: 'Start it again, then reload the page.',
  });
}
