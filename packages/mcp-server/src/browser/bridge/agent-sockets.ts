/** The sockets of agents' stdio servers, which share this bridge. The guard has checked user and key before. */
import { type WebSocket, WebSocketServer } from 'ws';

import {
  type AgentHello,
  agentProtocol,
  type BridgeMessage,
  closeCodes,
} from '@annotate-mcp/browser-protocol';
import { agentHelloSchema } from '@annotate-mcp/browser-protocol/schema';
import { HttpError, type UpgradeHandler } from '@annotate-mcp/http';

import type { Browser } from '../context.ts';

import { AgentCommands } from './agent-commands.ts';
import { encodeMessage, readJson } from './messages.ts';

export interface AgentSocketsOptions {
  readonly browser: Browser;
  readonly version: string;
  /** The bridge ends when its last client has left. */
  readonly shared: boolean;
  /** Number of connected clients of all kinds. */
  readonly clients: () => number;
  /** Another bridge wants to take the place of this one. */
  readonly onMakeWay: () => void;
  /** Called when an agent connects or leaves. */
  readonly onChange?: () => void;
  readonly debug?: (line: string) => void;
}

/** More than the largest file that an agent may upload. */
const maxMessageBytes = 64 * 1024 * 1024;

export class AgentSockets {
  readonly #options: AgentSocketsOptions;
  readonly #sockets = new Set<WebSocket>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
  });
  #isClosed = false;

  constructor(options: AgentSocketsOptions) {
    this.#options = options;
  }

  /** Number of connected agents. */
  get size(): number {
    return this.#sockets.size;
  }

  readonly upgrade: UpgradeHandler = (request, socket, head) => {
    if (this.#isClosed) throw closingError();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#add(webSocket));
  };

  /** Agents look for another bridge with their next command. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.close(closeCodes.goingAway, 'The bridge is closing.');
  }

  #add(socket: WebSocket): void {
    const { browser, debug = () => undefined, onChange } = this.#options;
    let hello: AgentHello | null = null;
    const send = (message: BridgeMessage): void => {
      const data = encodeMessage(message, hello?.takesBytes === true);
      if (socket.readyState === socket.OPEN) socket.send(data);
    };
    const commands = new AgentCommands(browser, send);
    socket.on('message', (data, isBinary) => {
      const message = readJson(data, isBinary);
      if (hello !== null) this.#receive(message, commands);
      else hello = this.#greet(message, socket, send);
    });
    socket.on('error', (error) => debug(`agent: ${error.message}`));
    socket.on('close', () => {
      this.#sockets.delete(socket);
      commands.cancelAll();
      onChange?.();
    });
    this.#sockets.add(socket);
    onChange?.();
  }

  /** Returns the hello of an agent that may send commands. */
  #greet(message: unknown, socket: WebSocket, send: (message: BridgeMessage) => void): AgentHello | null {
    const { version, shared, clients } = this.#options;
    const hello = agentHelloSchema.safeParse(message);
    if (hello.success && hello.data.protocol === agentProtocol) {
      send({ type: 'welcome', version, shared, others: clients() - 1 });
      return hello.data;
    }
    send({
      type: 'refused',
      message: `The bridge to the browser is of annotate-mcp ${version}, which does not understand annotate-mcp ${hello.data?.version ?? 'of this release'}.`,
      hint: shared
        ? 'Ask the person to restart the other agents that use the browser, then call the tool again.'
        : 'Ask the person to update annotate-mcp, and to restart "annotate-mcp serve" and this agent.',
    });
    socket.close(closeCodes.otherProtocol, 'Another release.');
    return null;
  }

  #receive(message: unknown, commands: AgentCommands): void {
    const { debug = () => undefined, shared, onMakeWay } = this.#options;
    const wants = commands.receive(message);
    if (wants === 'make-way' && shared) onMakeWay();
    if (wants === 'unknown') debug('agent: not a valid message');
  }
}

function closingError(): HttpError {
  return new HttpError(503, 'bridge/closing', 'The bridge is closing.', { hint: 'Connect again.' });
}
