/** An extension without a browser: a real socket that says hello and answers commands by a script of the test. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

import {
  type ActionOutcome,
  bridgeProtocol,
  type BrowserCommand,
  type BrowserFault,
  bridgeSubprotocol,
  type CommandType,
  extensionId,
  type HelloMessage,
  joinBytes,
  keySubprotocol,
  type ParamsOf,
  type ResultOf,
  type ServerMessage,
  type TabInfo,
} from '@annotate-mcp/browser-protocol';
import { commands } from '@annotate-mcp/browser-protocol/schema';

/** The answer to each command: a result, or `fault(…)` for a failure. A promise that never resolves sends no answer. */
export type Script = {
  [Type in CommandType]?: (
    params: ParamsOf<Type>,
  ) => ResultOf<Type> | Fault | Promise<ResultOf<Type> | Fault>;
};

class Fault {
  readonly error: BrowserFault;

  constructor(error: BrowserFault) {
    this.error = error;
  }
}

export function fault(code: BrowserFault['code'], message: string): Fault {
  return new Fault({ code, message, hint: 'Try something else.' });
}

export interface ScriptedExtension {
  readonly socket: WebSocket;
  /** The received commands, in order. */
  readonly commands: BrowserCommand[];
  /** All other messages of the server. */
  readonly messages: Exclude<ServerMessage, BrowserCommand>[];
  readonly script: Script;
  /** Resolves with the first message of this type, now or later. */
  readonly received: <Type extends ServerMessage['type']>(
    type: Type,
  ) => Promise<Extract<ServerMessage, { type: Type }>>;
  /** Resolves when it is closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly send: (message: unknown) => void;
}

export interface ExtensionOptions {
  readonly installId?: string;
  readonly key?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  /** Sends the key in the query instead of the subprotocol. */
  readonly keyInQuery?: boolean;
  readonly hello?: Partial<HelloMessage> | null;
  /** For commands that may arrive at once; change `script` of the returned extension later. */
  readonly script?: Script;
}

/** Rejects with `Unexpected server response: <status>` when the server refuses it. */
export async function connectExtension(
  url: string,
  key: string,
  options: ExtensionOptions = {},
): Promise<ScriptedExtension> {
  const {
    installId = randomUUID(),
    origin = `chrome-extension://${extensionId}`,
    keyInQuery = false,
  } = options;
  const address = `${url.replace(/^http/, 'ws')}/${keyInQuery ? `?apiKey=${key}` : ''}`;
  const protocols = keyInQuery ? [] : [bridgeSubprotocol, keySubprotocol(key)];
  const socket = new WebSocket(address, protocols, { origin, headers: options.headers ?? {} });
  const extension = listenTo(socket, { ...options.script });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  if (options.hello !== null) {
    const hello: HelloMessage = {
      type: 'hello',
      protocol: bridgeProtocol,
      installId,
      extensionVersion: '1.0.0',
      browser: 'Chrome 156 on Linux',
    };
    extension.send({ ...hello, ...options.hello });
  }
  return extension;
}

function listenTo(socket: WebSocket, script: Script): ScriptedExtension {
  const commands: BrowserCommand[] = [];
  const messages: ScriptedExtension['messages'] = [];
  const listeners = new Set<(message: ServerMessage) => void>();
  const send = (message: unknown): void => socket.send(JSON.stringify(message));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as ServerMessage;
    if ('params' in message) {
      commands.push(message);
      void answer(message, script).then((reply) => socket.send(encode({ id: message.id, ...reply })));
    } else {
      messages.push(message);
    }
    for (const listener of listeners) listener(message);
  });
  return {
    socket,
    commands,
    messages,
    script,
    closed,
    send,
    received: <Type extends ServerMessage['type']>(type: Type) => {
      type Wanted = Extract<ServerMessage, { type: Type }>;
      const is = (message: ServerMessage): message is Wanted => message.type === type;
      const before = [...messages, ...commands].find(is);
      if (before !== undefined) return Promise.resolve(before);
      return new Promise<Wanted>((resolve) => {
        const listener = (message: ServerMessage): void => {
          if (!is(message)) return;
          listeners.delete(listener);
          resolve(message);
        };
        listeners.add(listener);
      });
    },
  };
}

/** Checks the parameters as a real extension does. */
async function answer({ type, params }: BrowserCommand, script: Script): Promise<object> {
  const checked = commands[type].params.safeParse(params);
  if (!checked.success) return failed({ code: 'command/invalid', message: checked.error.message, hint: '' });
  const play = script[type] as ((params: unknown) => unknown) | undefined;
  if (play === undefined)
    return failed({ code: 'command/unknown', message: `No script for ${type}.`, hint: '' });
  const result = await play(checked.data);
  return result instanceof Fault ? failed(result.error) : { success: true, result };
}

/** A file that a script returns as bytes is sent as bytes. */
function encode(reply: { id: string; result?: object }): string | Uint8Array {
  const { result } = reply;
  if (result === undefined || !('file' in result) || !(result.file instanceof Uint8Array))
    return JSON.stringify(reply);
  const json = JSON.stringify({ ...reply, result: { ...result, file: '' } });
  return joinBytes(Buffer.from(json), result.file);
}

function failed(error: BrowserFault): object {
  return { success: false, error };
}

export const tab: TabInfo = {
  tabId: 7,
  windowId: 1,
  url: 'https://shop.test/cart',
  title: 'Cart',
  active: false,
  status: 'complete',
  driven: true,
};

export const noOutcome: ActionOutcome = {
  url: tab.url,
  title: tab.title,
  navigated: false,
  dialogs: [],
  openedTabs: [],
};
